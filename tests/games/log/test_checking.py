"""Daily automatic verification of the log during writes, and its recorded findings."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.log import append_only, raw, upkeep
from games.log.tables import DamagedStream, Event
from games.log.verification import verify_and_record
from tests.games.sample import AT, count
from tournaments.jobs.log_upkeep import verify_where_due

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def elsewhere(work):
    """On a connection of its own, to its end."""

    def call():
        try:
            work()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        pool.submit(call).result()


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_verify_tolerates_events_stored_during_verification(monkeypatch):
    """Its stream would have ended later than the events say that were read."""
    count("one:1", 1, 2)
    heads = raw.heads

    def later():
        elsewhere(lambda: count("one:1", 3))
        return heads()

    monkeypatch.setattr(raw, "heads", later)
    checked = verify_and_record(AT)
    assert (checked.events, checked.faults) == (2, ())
    assert not DamagedStream.objects.exists()
    assert count("one:1", 4)[0].version == 4


@pytest.mark.django_db
def test_verifies_once_a_day_and_records_findings(settings):
    count("one:1", 1)
    assert upkeep.last_run(upkeep.VERIFY).at is None
    assert verify_where_due(AT)
    assert not verify_where_due(AT + DAY - HOUR)
    last = upkeep.last_run(upkeep.VERIFY)
    assert (last.at, last.good, last.said) == (AT, True, "1 events, every digest matches.")
    append_only.remove()
    Event.objects.update(data='{"by":7}')
    assert verify_where_due(AT + DAY)
    last = upkeep.last_run(upkeep.VERIFY)
    assert (last.at, last.good, last.said) == (AT + DAY, False, "1 events, 1 faults.")
    settings.VERIFY_HOURS = 0
    assert not verify_where_due(AT + 9 * DAY)


@pytest.mark.django_db
def test_verification_of_a_dead_process_is_repeated_after_an_hour():
    assert upkeep.claim_run(upkeep.VERIFY, AT, DAY)
    assert not upkeep.claim_run(upkeep.VERIFY, AT + HOUR / 2, DAY)
    assert upkeep.claim_run(upkeep.VERIFY, AT + HOUR, DAY)


@pytest.mark.django_db(transaction=True)
def test_backup_is_recorded_once_complete(tmp_path):
    with pytest.raises(CommandError, match="exists"):
        call_command("backup", str(tmp_path))
    assert upkeep.last_run(upkeep.BACKUP).at is None
    call_command("backup", str(tmp_path / "all.nigiri"))
    assert upkeep.last_run(upkeep.BACKUP).good
