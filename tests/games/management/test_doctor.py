import json
import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from deploy.server.caches import redis_cache
from games.log import append_only, store, upkeep
from games.log.projections import set_position as projected_up_to
from games.log.tables import Event
from games.management.commands import doctor
from tests.games.sample import context, count


def examined():
    return {finding.what: finding for finding in doctor.examine()}


@pytest.fixture
def healthy(transactional_db, settings):
    settings.ADDRESS = "http://testserver"
    count("a", 1, given=context(at=timezone.now()))


def test_finds_no_fault_in_correct_installation(healthy):
    found = examined()
    assert [finding for finding in found.values() if not finding.ok and finding.what != "role"] == []
    assert found["projection lag"].value == "0 events"
    assert found["UPDATE"].value == found["DELETE"].value == "refused"
    assert found["rules package"].value.endswith("/rules")


def test_finds_languages_that_are_not_compiled(healthy, settings, tmp_path):
    for language, suffixes in (("de", ".po .mo"), ("fr", ".po")):
        folder = tmp_path / language / "LC_MESSAGES"
        folder.mkdir(parents=True)
        for suffix in suffixes.split():
            (folder / f"django{suffix}").touch()
    settings.LOCALE_PATHS = [tmp_path]
    found = examined()["languages"]
    assert not found.ok
    assert found.value.startswith("fr not compiled: run ")


def test_doctor_leaves_no_events(healthy):
    before = list(Event.objects.values_list())
    doctor.examine()
    assert list(Event.objects.values_list()) == before


@pytest.mark.sqlite
def test_reports_options_of_sqlite(healthy):
    found = examined()
    assert {name: found[name].value for name in doctor.PRAGMAS} == {
        "journal_mode": "wal", "synchronous": "2", "recursive_triggers": "1", "foreign_keys": "1",
        "secure_delete": "1",
    }  # fmt: skip
    assert found["transaction mode"].value == "IMMEDIATE"


@pytest.mark.sqlite
def test_without_recursive_triggers_a_replacement_would_slip_through(healthy):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA recursive_triggers = OFF")
        try:
            found = examined()
        finally:
            cursor.execute("PRAGMA recursive_triggers = ON")
    assert not found["recursive_triggers"].ok
    assert not found["INSERT OR REPLACE"].ok


@pytest.mark.postgresql
def test_reports_options_of_postgresql(healthy):
    found = examined()
    assert (found["append lock"].value, found["TRUNCATE"].value) == ("held", "refused")
    assert (found["isolation"].value, found["encoding"].value) == ("read committed", "UTF8")
    assert found["synchronous commit"].value == "on"


@pytest.mark.postgresql
def test_reports_server_that_may_lose_commits(healthy):
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        try:
            found = examined()
        finally:
            cursor.execute("SET synchronous_commit = on")
    assert not found["synchronous commit"].ok


def test_reports_missing_triggers(healthy, capsys):
    append_only.remove()
    try:
        with pytest.raises(SystemExit) as ended:
            call_command("doctor", "--json")
    finally:
        append_only.install()
    assert ended.value.code == 1
    answer = json.loads(capsys.readouterr().out)
    bad = {finding["what"] for finding in answer["findings"] if not finding["ok"]}
    assert bad >= {"UPDATE", "DELETE"}
    assert (store.version("a"), answer["ok"]) == (1, False)


def test_accepts_young_log_without_verification_or_backup(healthy):
    found = examined()
    assert (found["last verification"].value, found["last backup"].value) == ("never", "never")
    assert found["last verification"].ok
    assert found["last backup"].ok


def test_reports_old_log_without_verification_or_backup(healthy):
    later = timezone.now() + timedelta(days=2, minutes=1)
    with patch("games.management.commands.doctor.timezone.now", return_value=later):
        found = examined()
    assert found["last verification"].ok
    assert found["last backup"] == doctor.Finding(
        what="last backup",
        value="never; more than 2 days: run `manage.py backup FILE --keys KEYS`",
        ok=False,
    )


@pytest.mark.parametrize(
    ("command", "what", "days"), [("verify", "last verification", 7), ("backup", "last backup", 2)]
)
def test_reports_time_and_extent_of_last_run(healthy, tmp_path, command, what, days):
    call_command(command, *([str(tmp_path / "all.nigiri")] if command == "backup" else []))
    found = examined()[what]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC, 0 minutes ago: .*\b1 events.*", found.value)
    assert found.ok
    upkeep.record_run(command, timezone.now() - timedelta(days=days, minutes=1), good=True, said="7 events.")
    found = examined()[what]
    assert f" UTC, {'1 week' if days == 7 else '2 days'} ago: 7 events.; more than {days} days" in found.value
    assert not found.ok


def test_reports_last_verification_with_faults(healthy):
    upkeep.record_run(upkeep.VERIFY, timezone.now(), good=False, said="7 events, 1 faults.")
    assert not examined()["last verification"].ok


def test_accepts_disabled_backup_deadline(healthy, settings):
    settings.BACKUP_DAYS = 0
    upkeep.record_run(upkeep.BACKUP, timezone.now() - timedelta(days=99), good=True, said="7 events.")
    assert examined()["last backup"].ok


def test_reports_lagging_projections(healthy):
    projected_up_to(0)
    assert examined()["projection lag"] == doctor.Finding(what="projection lag", value="1 events", ok=False)


def test_reports_unresponsive_broker(healthy, settings):
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert not examined()["broker"].ok
    settings.CELERY_BROKER_URL = ""
    assert examined()["broker"].ok


def test_reports_unresponsive_cache(healthy, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {**settings.CACHES, "shared": redis_cache(settings.REDIS_URL, "nigiri")}
    assert not examined()["cache"].ok
    settings.REDIS_URL = ""
    assert examined()["cache"].ok


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"DEBUG": True}, "NIGIRI_DEBUG must be off"),
        ({"ADDRESS": ""}, "NIGIRI_ADDRESS is not set"),
        ({"ADDRESS": "https://testserver"}, "NIGIRI_HTTPS is off and NIGIRI_ADDRESS has https"),
        ({"ADDRESS": "http://go.example.org"}, "NIGIRI_ALLOWED_HOSTS lacks go.example.org"),
    ],
)
def test_reports_settings_that_production_needs(healthy, settings, wrong, sentence):
    for name, value in wrong.items():
        setattr(settings, name, value)
    assert sentence in examined()["settings"].value
    assert not examined()["settings"].ok


def test_describes_findings_in_words(healthy, capsys):
    call_command("doctor")
    assert "ok   UPDATE: refused" in capsys.readouterr().out.splitlines()
