"""Jobs over REST: a change of limits makes one, officers read it, directors call it off and run it again."""

from datetime import timedelta
from uuid import uuid4

import pytest
from rest_framework.test import APIClient

from tests.builders import NOW, a_context, a_tournament, an_account, an_organisation
from tournaments.commands import carry_out
from tournaments.domain.limits import ChangeLimits
from tournaments.fetching import start_fetching
from tournaments.formats.player_lists import ListKind
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import run_job
from tournaments.state.limits import Limits

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=2)


def client_of(office, organisation=None):
    client = APIClient()
    client.force_authenticate(an_account(f"{office}-{organisation or 'home'}", office, organisation))
    return client


@pytest.fixture
def director():
    return client_of("director")


def change(row, length):
    """The job of a change of limits."""
    context = a_context()
    carry_out(str(row.id), ChangeLimits(limits=Limits(length=length), reason="voted"), context)
    return Job.objects.get(pk=context.command_id)


def a_job(row, **columns):
    values = {"id": uuid4(), "kind": "rescore", "tournament_id": row.id, "params": {}, "actor": "tester"}
    return Job.objects.create(**{**values, "asked_at": NOW, **columns})


def test_a_change_of_limits_makes_a_job_under_its_own_id_and_overtakes_the_older_ones(row, director):
    first, failed = change(row, 100), a_job(row, state=JobState.FAILED)
    second = change(row, 90)
    told = director.get(f"/api/v1/jobs/{first.pk}/").json()
    assert (told["state"], told["newer"], told["type"]) == ("overtaken", str(second.pk), "rescore")
    assert director.get(f"/api/v1/jobs/{failed.pk}/").json()["state"] == "overtaken"
    run_job(first.pk)
    run_job(second.pk)
    told = director.get(f"/api/v1/jobs/{second.pk}/").json()
    assert (told["state"], told["done"], told["of"], told["newer"]) == ("done", 0, 0, None)
    first.refresh_from_db()
    assert (first.state, first.begun_at) == (JobState.OVERTAKEN, None)


def test_a_job_that_is_done_is_not_overtaken(row):
    first = change(row, 100)
    run_job(first.pk)
    change(row, 90)
    first.refresh_from_db()
    assert (first.state, first.newer) == (JobState.DONE, None)


def test_how_far_it_is(row, director):
    times = {"leased_at": NOW, "beaten_at": NOW + timedelta(seconds=10), "begun_at": NOW}
    job = a_job(row, state=JobState.RUNNING, done=20, of=50, leased_from=10, **times)
    told = director.get(f"/api/v1/jobs/{job.pk}/").json()
    assert (told["done"], told["of"], told["rate"], told["seconds_left"]) == (20, 50, 1.0, 30.0)


def test_the_list_by_tournament_and_state(row, director):
    other = a_tournament(players=2, slug="other")
    failed, queued = a_job(row, state=JobState.FAILED), a_job(row)
    elsewhere = a_job(other, state=JobState.FAILED)

    def listed(query=""):
        return {job["id"] for job in director.get(f"/api/v1/jobs/{query}").json()["results"]}

    assert listed() == {str(job.pk) for job in (failed, queued, elsewhere)}
    assert listed("?tournament=open") == {str(failed.pk), str(queued.pk)}
    assert listed("?tournament=open&state=failed") == {str(failed.pk)}
    assert director.get("/api/v1/jobs/?state=lost").status_code == 422
    assert director.get("/api/v1/jobs/?tournament=nowhere").status_code == 404


def test_officers_see_the_jobs_of_their_own_tournaments_alone(row):
    a_job(row)
    stranger = client_of("director", an_organisation("elsewhere"))
    assert stranger.get("/api/v1/jobs/").json()["results"] == []
    assert stranger.get("/api/v1/jobs/?tournament=open").status_code == 404
    assert APIClient().get("/api/v1/jobs/").status_code == 401
    assert len(client_of("referee").get("/api/v1/jobs/").json()["results"]) == 1


def test_fetching_a_list_is_a_job_of_the_organisation(row, director):
    job = start_fetching(an_organisation(), ListKind.EGD, a_context())
    (listed,) = director.get("/api/v1/jobs/").json()["results"]
    assert (listed["id"], listed["type"], listed["tournament"]) == (str(job.pk), "fetch_list", None)
    assert director.get(f"/api/v1/jobs/{job.pk}/").json() == listed
    stranger = client_of("director", an_organisation("elsewhere"))
    assert stranger.get("/api/v1/jobs/").json()["results"] == []
    assert stranger.get(f"/api/v1/jobs/{job.pk}/").status_code == 404
    assert director.post(f"/api/v1/jobs/{job.pk}/cancel/").json()["state"] == "cancelled"


def test_calling_off_and_running_again(row, director):
    job = a_job(row)
    cancelled = director.post(f"/api/v1/jobs/{job.pk}/cancel/")
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    again = director.post(f"/api/v1/jobs/{job.pk}/retry/")
    assert (again.status_code, again.json()["state"], again.json()["ended_at"]) == (200, "queued", None)
    run_job(job.pk)
    problem = director.post(f"/api/v1/jobs/{job.pk}/retry/").json()
    assert (problem["code"], problem["state"]) == ("job_not_failed", "done")
    assert director.post(f"/api/v1/jobs/{job.pk}/cancel/").json()["code"] == "job_ended"
