"""A backup has everything as of one moment, and is restored as a whole or not at all."""

import json
import os
import sqlite3
import subprocess
import threading
from contextlib import closing, contextmanager
from types import SimpleNamespace

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg.conninfo import conninfo_to_dict

from games.backups import copying, postgresql, sqlite
from games.backups.files import MissingTool, UnusableSource, new_file
from games.log import store
from tests.faults.club import manage
from tests.games.backups.facts import facts
from tests.games.backups.installation import furnished
from tests.games.backups.servers import facts_of, new_database, url_of_the_tests
from tests.games.sample import note

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]


@contextmanager
def empty(folder):
    """Folder and environment of an empty database of the same kind."""
    if connection.vendor == "sqlite":
        yield folder, {}
    else:
        with new_database() as url:
            yield folder, {"DATABASE_URL": url, "SECRET_KEY": "of the tests"}


def restored(backup, folder, more):
    [told] = manage(folder, f"restore {backup} --json", **more)
    return json.loads(told)


@pytest.fixture
def refused(monkeypatch):
    """Restoring into what counts as empty; only files that are refused before anything is stored."""
    monkeypatch.setattr(copying, "has_no_tables", lambda: True)
    monkeypatch.setattr(copying.TOOLS[connection.vendor], "restore", lambda _: pytest.fail("stored"))

    def said(backup):
        with pytest.raises(UnusableSource) as error:
            copying.restore(backup)
        return str(error.value)

    return said


def test_restores_everything_but_sessions(tmp_path):
    furnished()
    Session.objects.create(session_key="k", session_data="of somebody", expire_date=timezone.now())
    before = facts()
    assert before["games.ClaimPicture"][0] == 1
    call_command("backup", str(tmp_path / "backup"))
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
    with empty(tmp_path / "there") as there:
        lines = (f"restore {tmp_path / 'backup'} --json", "rebuild --check --json")
        told, rebuilt = map(json.loads, manage(there[0], *lines, **there[1]))
        assert (told["ok"], told["events"], rebuilt["identical"]) == (True, store.head(), True)
        assert facts_of(there[0], **there[1]) == before


def test_backup_is_consistent_while_others_write(tmp_path):
    for _ in range(20):
        note("test:already", "one")
    stop = threading.Event()

    def write(number):
        while not stop.is_set():
            note(f"test:{number}", "more")
        connection.close()

    writers = [threading.Thread(target=write, args=(number,)) for number in (1, 2)]
    for writer in writers:
        writer.start()
    try:
        known = store.head()
        copying.dump(tmp_path / "backup")
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    with empty(tmp_path / "there") as there:
        told = restored(tmp_path / "backup", *there)
        assert told["ok"]
        assert known <= told["events"] <= store.head()


def test_restores_only_into_empty_database(tmp_path):
    note("test:a", "one")
    copying.dump(tmp_path / "backup")
    with pytest.raises(UnusableSource, match="has tables already"):
        copying.restore(tmp_path / "backup")
    assert store.head() == 1


def test_restored_file_has_nothing_of_a_connection_that_is_still_open(tmp_path, monkeypatch):
    backup, target = tmp_path / "backup", tmp_path / "nigiri.sqlite3"
    with closing(sqlite3.connect(backup)) as made:
        made.execute("CREATE TABLE restored (id)")
    own = SimpleNamespace(settings_dict={"NAME": target}, close=lambda: None)
    monkeypatch.setattr(sqlite, "connection", own)
    with closing(sqlite3.connect(target)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("CREATE TABLE earlier (id)")
        sqlite.restore(backup)
        with closing(sqlite3.connect(target)) as there:
            assert list(there.execute("SELECT name FROM sqlite_schema")) == [("restored",)]


@pytest.mark.parametrize("kept", [0, 100, -1, -3000])
def test_rejects_truncated_backup(tmp_path, refused, kept):
    note("test:a", "one")
    copying.dump(tmp_path / "backup")
    (tmp_path / "backup").write_bytes((tmp_path / "backup").read_bytes()[:kept])
    assert refused(tmp_path / "backup")


def test_rejects_backup_of_later_version(tmp_path, refused):
    MigrationRecorder(connection).record_applied("games", "9999_later")
    copying.dump(tmp_path / "backup")
    MigrationRecorder(connection).record_unapplied("games", "9999_later")
    assert "does not know 9999_later" in refused(tmp_path / "backup")


def test_rejects_backup_of_another_database(tmp_path, refused):
    (tmp_path / "dump").write_bytes(b"of another server")
    assert "is not a backup of" in refused(tmp_path / "dump")


@pytest.mark.postgresql
def test_reports_missing_suitable_program(tmp_path, monkeypatch):
    (tmp_path / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6'\n")
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin")
    monkeypatch.setattr(postgresql, "DEBIAN_FOLDER", tmp_path)
    with pytest.raises(MissingTool, match=r"needs its pg_dump or a later one; .*pg_dump is 9"):
        copying.dump(tmp_path / "backup")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="none is on this machine"):
        call_command("backup", str(tmp_path / "backup"))
    assert not (tmp_path / "backup").exists()


@pytest.fixture
def commands(monkeypatch):
    """The programs that are run, with their arguments."""
    seen, run = [], subprocess.run
    monkeypatch.setattr(
        postgresql.subprocess, "run", lambda command, **more: seen.append(command) or run(command, **more)
    )
    return seen


@pytest.mark.postgresql
def test_passes_no_password_as_argument(tmp_path, commands):
    copying.dump(tmp_path / "backup")
    assert commands
    assert not any("password=" in part for command in commands for part in command)
    assert url_of_the_tests() not in str(commands)


@pytest.mark.postgresql
def test_passes_no_library_parameters_to_older_programs(tmp_path, commands):
    connection.ensure_connection()
    assert "sslcertmode" in connection.connection.info.get_parameters()
    copying.dump(tmp_path / "backup")
    [named] = [part for command in commands for part in command if part.startswith("--dbname=")]
    given = conninfo_to_dict(named.removeprefix("--dbname="))
    assert given["dbname"] == connection.settings_dict["NAME"]
    assert given.keys() <= connection.get_connection_params().keys()


def test_overwrites_nothing_and_leaves_no_partial_file(tmp_path, monkeypatch):
    (tmp_path / "there").write_text("precious")
    with pytest.raises(FileExistsError):
        copying.dump(tmp_path / "there")
    assert (tmp_path / "there").read_text() == "precious"
    with pytest.raises(ZeroDivisionError), new_file(tmp_path / "new"):
        1 / 0  # noqa: B018
    assert not (tmp_path / "new").exists()


@pytest.mark.sqlite
def test_backs_up_and_restores_keys_separately(tmp_path, settings):
    settings.SECRET_KEY, settings.DATA_DIR = "it's $a #key", tmp_path / "data"
    settings.DATA_DIR.mkdir()
    call_command("backup", str(tmp_path / "new"), keys=tmp_path / "keys")
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o600
    (settings.DATA_DIR / "secret-key").write_text("of the new folder\n")
    (tmp_path / "other").write_text("SECRET_KEY=a OTHER=b")
    with pytest.raises(UnusableSource, match="is not a file of keys"):
        copying.read_keys(tmp_path / "other")
    copying.restore_keys(copying.read_keys(tmp_path / "keys"))
    assert (settings.DATA_DIR / "secret-key").read_text() == "it's $a #key\n"
    assert (settings.DATA_DIR / "log-key").read_text().strip() == settings.LOG_KEY
    settings.DATABASE_URL = "postgresql://there"
    with pytest.raises(UnusableSource, match="in the environment"):
        copying.read_keys(tmp_path / "keys")
