"""Background jobs on pages, without JavaScript."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction

from games.game import commands as games
from games.game.deciding import Act
from rules import AgreeDead, Color, Pass, Play
from tests.builders import NOW, a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.commands import carry_out
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.settings import ChangeSettings
from tournaments.loading import load
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import run_job
from tournaments.state.limits import Limits
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return a_tournament(players=2)


def a_job(row, **columns):
    values = {"id": uuid4(), "kind": "rescore", "tournament_id": row.id, "params": {}, "actor": "tester"}
    return Job.objects.create(**{**values, "asked_at": NOW, **columns})


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
    page = director.press("Cancel the job")
    job.refresh_from_db()
    assert job.state == JobState.CANCELLED


def test_interrupted_runs_are_counted():
    job = a_job(a_tournament(players=2), state=JobState.DONE, failures=2)
    page = visitors("director")[0].open(f"/jobs/{job.pk}/")
    assert "2 runs were interrupted; the next ones continued the work." in page.text


def a_rescoring(*, at_once=False, played=True, komi=9.5):
    """The page of the job that judged a game of seven points to Black by another komi."""
    row = a_tournament(players=2, board_size=3, bar=-20)
    state, context = load(str(row.id))[0], a_context()
    claims = replace(state.settings.claims, apply_limits=at_once)
    settings = replace(state.settings, claims=claims)
    carry_out(str(row.id), ChangeSettings(settings=settings, ruleset=state.ruleset, reason="voted"), context)
    pair(row, 1)
    black, white = Color.BLACK, Color.WHITE
    moves = [Play(black, "B1"), Pass(white), Play(black, "B2"), Pass(white), Play(black, "B3")]
    for action in [*moves, Pass(white), Pass(black), AgreeDead(())] if played else []:
        games.change_record(str(PairingRow.objects.get().game_id), Act(action=action), a_context())
    finish(row, 1)
    with transaction.atomic():
        carry_out(str(row.id), ChangeLimits(limits=Limits(komi=komi), reason="voted"), a_context())
    job = Job.objects.get(kind="rescore")
    run_job(job.pk)
    return visitors("director")[0].open(f"/jobs/{job.pk}/")


def test_what_came_of_a_job_is_told():
    page = a_rescoring(at_once=True)
    assert "1 game was judged again. 1 result has changed." in page.text
    assert ["Standings", "/tournaments/open/"] in page.links
    assert ["Changes in placing", "/tournaments/open/changes/"] in page.links


def test_games_that_the_change_itself_recounted_are_told():
    page = a_rescoring(komi=7.5)
    assert "1 of 1 games" in page.text
    assert "1 game was judged again. No result has changed by itself." in page.text


def test_what_is_left_to_the_referee_is_told():
    page = a_rescoring()
    assert "1 game was judged again. No result has changed by itself." in page.text
    assert "1 game was found to prove another result" in page.text
