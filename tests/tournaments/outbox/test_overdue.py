"""Overdue jobs are counted; those that wait for their turn are not."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from games.management.commands import doctor
from tournaments.outbox import running
from tournaments.outbox.rows import Job, JobState

LATER, LONG_AGO = timedelta(minutes=1), -timedelta(minutes=1)


def create_job(state, asked=LONG_AGO, lease=None):
    """A job in this state, its times as from now."""
    now = timezone.now()
    own = {"id": uuid4(), "kind": "pair", "tournament_id": uuid4(), "params": {}, "actor": "x"}
    due_at = now + (asked if lease is None else lease)
    Job.objects.create(**own, state=state, asked_at=now + asked, due_at=due_at)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("state", "asked", "lease", "number"),
    [
        (JobState.QUEUED, LONG_AGO, None, 1),
        (JobState.QUEUED, timedelta(), None, 0),
        (JobState.QUEUED, LONG_AGO, timedelta(), 0),
        (JobState.QUEUED, LONG_AGO, LATER, 0),
        (JobState.RUNNING, LONG_AGO, LONG_AGO, 1),
        (JobState.RUNNING, LONG_AGO, LATER, 0),
        (JobState.DONE, LONG_AGO, None, 0),
    ],
)
def test_counts_overdue_jobs(state, asked, lease, number):
    create_job(state, asked, lease)
    assert running.count_overdue(timezone.now()) == number
    [finding] = running.jobs()
    assert finding.ok == (number == 0)


@pytest.mark.django_db
def test_counts_none_while_a_job_is_running():
    create_job(JobState.RUNNING, lease=LONG_AGO)
    create_job(JobState.RUNNING, lease=LATER)
    assert running.count_overdue(timezone.now()) == 0


@pytest.mark.django_db(transaction=True)
def test_doctor_and_health_report_overdue_jobs(client):
    create_job(JobState.RUNNING, lease=LONG_AGO)
    [finding] = [finding for finding in doctor.examine() if finding.what == "jobs"]
    assert (finding.ok, finding.value[:14]) == (False, "1 lie undone, ")
    response = client.get("/health/?format=json")
    assert response.status_code == 200
    assert response.json()["jobs"].endswith("1 jobs lie undone, and nobody is at one.")
