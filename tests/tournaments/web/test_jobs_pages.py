"""Work in the background on pages, without JavaScript."""

from uuid import uuid4

import pytest

from tests.builders import NOW, a_tournament
from tests.tournaments.web.disputed import visitors
from tournaments.jobs.rows import Job, JobState

pytestmark = pytest.mark.django_db
REFRESH = '<meta http-equiv="refresh"'


@pytest.fixture
def row():
    return a_tournament(players=2)


def a_job(row, **columns):
    values = {"id": uuid4(), "kind": "rescore", "tournament_id": row.id, "params": {}, "actor": "tester"}
    return Job.objects.create(**{**values, "asked_at": NOW, **columns})


def test_the_page_refreshes_itself_until_the_job_has_ended(row):
    (director,) = visitors("director")
    job = a_job(row, done=20, of=50, state=JobState.RUNNING)
    page = director.open(f"/jobs/{job.pk}/")
    assert REFRESH in page.html
    assert "20 of 50 games" in page.text
    Job.objects.update(state=JobState.DONE, done=50, ended_at=NOW)
    page = director.open(f"/jobs/{job.pk}/")
    assert REFRESH not in page.html
    assert "50 of 50 games" in page.text


def test_a_dead_job_is_listed_with_its_error_and_run_again_by_a_button(row):
    (director,) = visitors("director")
    problem = {"code": "internal_error", "detail": "The fault is ours.", "error": "ValueError: no <board>"}
    job = a_job(row, state=JobState.FAILED, problem=problem, failures=5)
    page = director.open("/tournaments/open/jobs/")
    assert "ValueError: no <board> (internal_error, 5 runs broke off)" in page.text.replace("  ", " ")
    page = director.press("Run it again")
    assert "The job runs again." in page.text
    job.refresh_from_db()
    assert (job.state, job.problem) == (JobState.QUEUED, None)
    page = director.press("Call it off")
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


def test_a_referee_sees_no_buttons(row):
    (referee,) = visitors("referee")
    a_job(row, state=JobState.FAILED, problem={"code": "internal_error", "detail": "Ours."})
    page = referee.open("/tournaments/open/jobs/")
    assert "Ours." in page.text
    assert "Run it again" not in page.text


def test_an_overtaken_job_leads_to_the_newer_one(row):
    (director,) = visitors("director")
    newer = a_job(row)
    job = a_job(row, state=JobState.OVERTAKEN, newer=newer.pk)
    page = director.open(f"/jobs/{job.pk}/")
    assert ["newer change", f"/jobs/{newer.pk}/"] in page.links
