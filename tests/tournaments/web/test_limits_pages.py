"""Limits and what-if on pages, without JavaScript."""

import pytest

from games.game import commands as games
from games.game.deciding import Act
from games.log import store
from rules import AgreeDead, Color, Pass, Play
from tests.builders import a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.history import Winner
from tournaments.events.limits import Limits
from tournaments.limits import preview_body
from tournaments.outbox.rows import Job
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
LIMITS = "/tournaments/open/limits/"
B, W = Color.BLACK, Color.WHITE


@pytest.fixture
def row():
    """Every game of the first round is Black's by 2.5 points."""
    row = a_tournament(players=4, board_size=3, bar=-20)
    pair(row, 1)
    for pairing in PairingRow.objects.all():
        for action in [Play(B, "B2"), Pass(W), Pass(B), AgreeDead(())]:
            games.change_record(str(pairing.game_id), Act(action=action), a_context())
    finish(row, 1, Winner.BLACK)
    return TournamentRow.objects.get(pk=row.pk)


def tried(**typed):
    (director,) = visitors("director")
    director.open(LIMITS)
    director.press("What would change?", **typed)
    return director


def test_the_preview_is_that_of_rest_and_writes_nothing(row):
    before = len(list(store.read_all()))
    page = tried(komi="9.5").page
    body, _ = preview_body(row, Limits(komi=9.5))
    assert len(body["games"]) == 2
    for one in body["games"]:
        assert f"/games/{one['game']}/" in page.html
        assert one["finding"] in page.text
        assert one["after"] in page.text
    assert f"{body['judged']} would be judged again" in page.text
    assert len(list(store.read_all())) == before


def test_a_change_makes_a_job(row):
    director = tried(komi="9.5")
    director.press("Change the limits", reason="voted")
    assert Job.objects.filter(kind="rescore").count() == 1
    assert "Komi 9.5" in director.open(LIMITS).text


def test_without_a_reason_or_at_a_stale_version_nothing_changes(row):
    director = tried(komi="9.5")
    page = director.press("Change the limits", reason=" ")
    assert "Give a reason" in page.text
    assert "Komi: 6.5 → 9.5" in page.text  # what was tried is still there
    director.press("Change the limits", reason="voted", version="1")
    assert "Changed since you looked. Somebody at " in director.page.text
    assert "Komi: 6.5 → 9.5" in director.page.text
    assert not Job.objects.filter(kind="rescore").exists()


@pytest.mark.parametrize(
    ("name", "value", "label"),
    [("komi", "nan", "Komi:"), ("komi", "6.3", "Komi:"), ("length", "0", "Most turns of a game:")],
)
def test_a_bad_value_is_refused_by_the_name_of_the_limit(row, name, value, label):
    page = tried(**{name: value}).page
    assert label in page.text
    assert f'value="{value}"' in page.html


def test_a_referee_reads_but_does_not_change(row):
    (referee,) = visitors("referee")
    assert "What would change?" not in referee.open(LIMITS).buttons
    referee.client.handler.enforce_csrf_checks = False
    assert referee.client.post(LIMITS + "preview/").status_code == 403
    assert referee.client.post(LIMITS + "change/").status_code == 403


def test_a_hidden_tournament_is_not_there_for_the_public(client):
    a_tournament(players=2, published=False)
    assert client.get(LIMITS).status_code == 404
    assert client.get("/tournaments/open/whatif/").status_code == 404


def test_what_if_tells_who_would_move_and_refuses_what_cannot_be(row):
    (director,) = visitors("director")
    director.open("/tournaments/open/whatif/")
    before = len(list(store.read_all()))
    assert "Who would change places" in director.press("See who would move", komi="9.5").text
    assert "Komi:" in director.press("See who would move", komi="x").text
    assert len(list(store.read_all())) == before


def test_another_criterion_is_said_to_count_and_not_as_none(row):
    (director,) = visitors("director")
    director.open("/tournaments/open/whatif/")
    page = director.press("See who would move", criteria="NBW")
    assert "NBW 1 counts" in page.text
    assert "MMS" in page.text
    assert "no longer counts" in page.text
    assert "None" not in page.text
    assert "1.0" not in page.text
