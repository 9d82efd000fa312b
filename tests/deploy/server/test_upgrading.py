"""What is looked at before a start, and what a club's start brings up to date, once."""

import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection

from deploy.server import starting
from games.management.commands import migrate


@pytest.fixture
def called(monkeypatch):
    """The names of the commands that were called; they are carried out all the same."""
    names = []

    def call(name, **options):
        names.append(name)
        return call_command(name, **options)

    monkeypatch.setattr(starting, "call_command", call)
    return names


@pytest.fixture
def collected(settings, tmp_path, db, called):
    """Static files that were collected into a folder of their own."""
    settings.STATIC_ROOT = str(tmp_path / "static")
    starting.bring_up_to_date()
    assert called == ["collectstatic"]
    assert (tmp_path / "static" / "nigiri").is_dir()
    called.clear()
    return Path(settings.STATIC_ROOT)


def test_a_second_start_finds_nothing_to_do(collected, called):
    starting.bring_up_to_date()
    assert called == []


def test_a_changed_source_is_collected(collected, called, monkeypatch):
    monkeypatch.setattr(starting, "static_digest", lambda: "others")
    starting.bring_up_to_date()
    assert called == ["collectstatic"]
    assert (collected / starting.STAMP).read_text() == "others"


def test_what_was_broken_off_is_collected_again(collected, called, monkeypatch):
    monkeypatch.setattr(starting, "static_digest", lambda: "others")
    monkeypatch.setattr(starting, "call_command", lambda *_names, **_options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        starting.bring_up_to_date()
    monkeypatch.undo()
    assert not (collected / starting.STAMP).exists()


def test_migrates_where_migrations_wait(monkeypatch, settings, db, called):
    settings.STATIC_ROOT = ""
    monkeypatch.setattr(starting, "count_pending_migrations", lambda: 3)
    starting.bring_up_to_date()
    assert called == ["migrate"]


def test_a_database_that_does_not_answer_does_not_hinder_a_start(monkeypatch):
    def away():
        raise OperationalError("away")

    monkeypatch.setattr(starting, "count_pending_migrations", away)
    assert starting.startup_fault() == ""


def test_says_who_has_to_migrate(monkeypatch, transactional_db):
    assert starting.startup_fault() == ""
    monkeypatch.setattr(starting, "count_pending_migrations", lambda: 3)
    assert starting.startup_fault().startswith(
        "3 migrations are not applied: run `manage.py migrate` as the owner"
    )


@pytest.mark.postgresql
def test_does_not_start_on_a_server_that_may_lose_commits(transactional_db):
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    assert "synchronous_commit = off" in starting.startup_fault()


@pytest.mark.both
def test_a_second_migration_waits_for_the_first(db, tmp_path, monkeypatch):
    if connection.vendor == "sqlite":  # the tests' own is in memory, where nobody else can be
        file = {
            "vendor": "sqlite",
            "settings_dict": {"NAME": tmp_path / "x"},
            "is_in_memory_db": lambda: False,
        }
        monkeypatch.setattr(migrate, "connection", SimpleNamespace(**file))
    inside, waits = [], threading.Event()

    def enter(name):
        with migrate.hold_migration_lock():
            inside.append(name)

    with migrate.hold_migration_lock():
        other = threading.Thread(target=lambda: (waits.set(), enter("second"), connection.close()))
        other.start()
        waits.wait()
        other.join(0.3)
        inside.append("first")
    other.join(30)
    assert inside == ["first", "second"]
