"""Limits and what-if on pages, without JavaScript."""

import pytest

from games.claims.rows import ClaimRow
from games.game import commands as games
from games.game.deciding import Act
from games.log import store
from rules import AgreeDead, Color, Pass, Play
from tests.builders import a_context, a_tournament, finish, pair
from tests.tournaments.web.disputed import visitors
from tournaments.competition.history import Winner
from tournaments.limits import preview_body, rescore_some
from tournaments.outbox.rows import Job
from tournaments.state.limits import Limits
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


def test_claims_of_a_mistaken_limit_are_withdrawn_together(row):
    director = tried(komi="9.5")
    assert "Open claims made by changed limits: 0 now, 2 after the change." in director.page.text
    director.press("Change the limits", reason="voted")
    rescore_some(str(row.id), a_context())
    director.open(LIMITS)
    assert "Give a reason" in director.press("Withdraw these claims", reason=" ").text
    assert "2 claims were withdrawn." in director.press("Withdraw these claims", reason="a mistake").text
    assert set(ClaimRow.objects.values_list("stage", flat=True)) == {"withdrawn"}
    assert "Withdraw these claims" not in director.page.text


def test_what_if_tells_who_would_move_and_refuses_what_cannot_be(row):
    (director,) = visitors("director")
    director.open("/tournaments/open/whatif/")
    before = len(list(store.read_all()))
    assert "Who would change places" in director.press("Show who would change places", komi="9.5").text
    assert "Komi:" in director.press("Show who would change places", komi="x").text
    assert len(list(store.read_all())) == before


def test_the_preview_says_that_nothing_can_change_where_no_game_has_a_record():
    a_tournament(players=8, finished=1)
    page = tried(komi="9.5").page
    assert "No game of this tournament has a record, so no result could change." in page.text


def test_claims_per_player_are_set_in_one_place():
    a_tournament(players=4)
    (director,) = visitors("director")
    assert "Claims per player" in director.open("/tournaments/open/settings/").text
    assert "Claims per player" not in director.open(LIMITS).text
