"""A club's log moves to PostgreSQL and back: the same digests, the same tables."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from games.log.rebuilding import fingerprints, label

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
ELSEWHERE = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL")


def club(data, *arguments):
    """A command on a club's SQLite folder, in a process of its own; its standard output."""
    environment = {name: value for name, value in os.environ.items() if name not in ELSEWHERE}
    environment["NIGIRI_DATA"] = str(data)
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def tables_of(data):
    """Fingerprints after a rebuild that changed nothing."""
    told = json.loads(club(data, "rebuild", "--check", "--json"))
    assert told["identical"]
    return {table["name"]: table["after"] for table in told["tables"]}


def test_from_sqlite_to_postgresql_and_back(tmp_path, capsys):
    first, second = tmp_path / "first", tmp_path / "second"
    club(first, "migrate", "--verbosity", "0")
    club(first, "demo", "--stage", "dispute", "--json")
    log = club(first, "export_events")
    (tmp_path / "log").write_text(log)

    call_command("import_events", str(tmp_path / "log"))
    here = {label(model): {"rows": f.rows, "digest": f.digest} for model, f in fingerprints().items()}
    assert here == tables_of(first)
    assert sum(table["rows"] for table in here.values()) > 50

    capsys.readouterr()
    call_command("export_events")
    returned = capsys.readouterr().out
    assert returned.splitlines()[1:] == log.splitlines()[1:]  # the first line is the header
    (tmp_path / "returned").write_text(returned)
    club(second, "migrate", "--verbosity", "0")
    club(second, "import_events", str(tmp_path / "returned"))
    assert tables_of(second) == tables_of(first)
    assert club(second, "export_events").splitlines()[1:] == log.splitlines()[1:]
