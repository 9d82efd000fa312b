"""What is due is rung for, and done here where nobody can be rung."""

from datetime import timedelta

import pytest
from django.utils import timezone

from deploy import ringing
from tests.builders import a_context, a_tournament
from tournaments.commands import PairRound
from tournaments.jobs.pairing import start_pairing
from tournaments.jobs.rows import Job, JobState

pytestmark = pytest.mark.django_db


@pytest.fixture
def rung(monkeypatch):
    """What the broker was given; it answers until ``rung.append("away")``."""
    sent = []

    def send(task, **_options):
        if sent[-1:] == ["away"]:
            return None
        sent.append(task)
        return task

    monkeypatch.setattr(ringing.app, "send_task", send)
    return sent


@pytest.fixture
def job():
    """A pairing that waits for somebody: in a test, the transaction that asks for it never ends."""
    start_pairing(str(a_tournament(players=202).pk), PairRound(round=1), a_context())
    return Job.objects.get()


def held_for(job, seconds):
    until = timezone.now() + timedelta(seconds=seconds)
    Job.objects.filter(pk=job.pk).update(state=JobState.RUNNING, leased_by="x", leased_until=until)


def test_a_free_job_is_rung_for_and_left_to_the_workers(rung, job):
    assert ringing.ring_for_jobs() is None
    assert rung == [ringing.JOBS]
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


def test_a_job_goes_on_without_the_broker(rung, job):
    rung.append("away")
    assert ringing.ring_for_jobs() is None
    job.refresh_from_db()
    assert job.state == JobState.DONE


def test_the_end_of_a_lease_is_waited_for_and_no_longer(rung, job):
    held_for(job, 8)
    assert ringing.ring_for_jobs() == pytest.approx(8, abs=5)
    assert rung == []
    held_for(job, -1)
    assert ringing.ring_for_jobs() is None
    assert rung == [ringing.JOBS]


def test_where_nothing_waits_nobody_is_rung(rung):
    assert ringing.ring_for_jobs() is None
    assert rung == []


def test_every_row_of_the_schedule_can_be_done_here(rung, settings):
    rung.append("away")
    for row in settings.CELERY_BEAT_SCHEDULE.values():
        ringing.ring(row["task"], **row.get("options", {}))
