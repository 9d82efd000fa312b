"""A club's log moves to PostgreSQL and back: the same digests, the same tables."""

import json

import pytest
from django.core.management import call_command

from games.log.rebuilding import fingerprints, label
from games.log.verification import verify
from tests.faults.club import manage

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]
REBUILD = "rebuild --check --json"


def tables(written):
    """Fingerprints after a rebuild that changed nothing."""
    told = json.loads(written)
    assert told["identical"]
    return {table["name"]: table["after"] for table in told["tables"]}


def test_from_sqlite_to_postgresql_and_back(tmp_path, capsys):
    first, second = tmp_path / "first", tmp_path / "second"
    *_, log, rebuilt = manage(
        first, "migrate --verbosity 0", "demo --stage dispute --json", "export_events", REBUILD
    )
    (tmp_path / "log").write_text(log)

    call_command("import_events", str(tmp_path / "log"))
    here = {label(model): {"rows": f.rows, "digest": f.digest} for model, f in fingerprints().items()}
    assert here == tables(rebuilt)
    assert sum(table["rows"] for table in here.values()) > 50

    assert list(verify()) == []

    capsys.readouterr()
    call_command("export_events")
    returned = capsys.readouterr().out
    assert returned.splitlines()[1:] == log.splitlines()[1:]  # the first line is the header
    (tmp_path / "returned").write_text(returned)
    *_, again, log_again = manage(
        second, "migrate --verbosity 0", f"import_events {tmp_path / 'returned'}", REBUILD, "export_events"
    )
    assert tables(again) == tables(rebuilt)
    assert log_again.splitlines()[1:] == log.splitlines()[1:]
