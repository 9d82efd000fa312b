"""A claim keeps its pair as it was claimed about, until the decision on it is final."""

from dataclasses import replace
from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from games.claims import commands as claims
from games.claims.deciding import Appeal, DecideAppeal, Evidence, Rule, Second, WithdrawClaim
from games.claims.events import Remedy
from games.game import commands as games
from games.log import store, unit_of_work
from games.refusals import Refusal
from tests.builders import NOW, a_claim, a_context, a_tournament, an_account, claim_of, do, pair
from tournaments.commands import carry_out
from tournaments.competition.settings import ClaimSettings
from tournaments.domain.base import fold
from tournaments.domain.pairs import PairUnmade, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tables import MoveTable
from tournaments.loading import stream_of
from tournaments.reading.queries import queue_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
EDITS = {
    "colours": lambda game: SwapColours(game_id=game, reason="as agreed"),
    "handicap": lambda game: SetHandicap(game_id=game, handicap=3, komi=0.5, reason="as agreed"),
    "pair": lambda game: UnmakePair(game_id=game, reason="late"),
    "round": lambda _: UnpairRound(round=1, reason="wrong list"),
}


@pytest.fixture(scope="module")
def row(lasting_db):
    row = a_tournament(players=4, claims=ClaimSettings(two_person=True))
    pair(row, 1)
    return row


def games_of(row):
    return [str(game) for game in PairingRow.objects.filter(tournament=row).values_list("game_id", flat=True)]


def ruled(claim_id, **remedy):
    claims.execute(
        claim_id,
        Rule(decision="denied", reasons="So.", remedy=Remedy(**remedy)),
        "desk",
        a_context(actor="user:7"),
    )


def seconded(claim_id):
    ruled(claim_id)
    claims.execute(claim_id, Second(agrees=True), "desk", a_context(actor="user:8"))


def appealed(claim_id):
    seconded(claim_id)
    claims.execute(claim_id, Appeal(evidence=Evidence(text="No.")), "b", a_context())


def edit_at(row, edit, game, at):
    return carry_out(str(row.id), EDITS[edit](game), replace(a_context(), at=at))


def refused(row, edit, game, at=NOW):
    before = store.head()
    with pytest.raises(Refusal) as refusal:
        edit_at(row, edit, game, at)
    assert store.head() == before
    return refusal.value.code, refusal.value.facts["claim"], refusal.value.facts["game"]


@pytest.mark.parametrize("edit", EDITS)
def test_a_pair_is_not_changed_or_unmade_under_a_claim(row, edit):
    game, other = games_of(row)
    claim_id = a_claim(game)
    assert refused(row, edit, game) == ("claim_open", claim_id, game)
    assert [waiting.claims[0].claim_id for waiting in queue_of(row)[0] if waiting.claims] == [claim_id]
    if edit != "round":
        assert do(row, EDITS[edit](other))


@pytest.mark.parametrize("stage", [ruled, appealed])
def test_nor_while_a_second_official_or_the_committee_has_to_decide(row, stage):
    game, _ = games_of(row)
    claim_id = a_claim(game)
    stage(claim_id)
    assert refused(row, "handicap", game) == ("claim_open", claim_id, game)


@pytest.mark.parametrize("edit", EDITS)
def test_nor_before_the_time_to_appeal_is_over(row, edit):
    game, _ = games_of(row)
    claim_id = a_claim(game)
    seconded(claim_id)
    until = claim_of(claim_id).appeal_until
    assert refused(row, edit, game, until) == ("claim_open", claim_id, game)
    assert edit_at(row, edit, game, until + timedelta(seconds=1))


def test_a_table_is_moved_under_a_claim(row):
    game, _ = games_of(row)
    a_claim(game)
    assert do(row, MoveTable(game_id=game, table=9, reason="as agreed"))


@pytest.mark.parametrize(
    ("edit", "over"),
    [("round", "decided"), ("pair", "withdrawn"), ("colours", "withdrawn"), ("handicap", "decided")],
)
def test_what_was_decided_or_withdrawn_holds_up_nothing(row, edit, over):
    game, _ = games_of(row)
    claim_id = a_claim(game)
    if over == "decided":
        appealed(claim_id)
        upheld = DecideAppeal(decision="upheld", reasons="So.")
        claims.execute(claim_id, upheld, "desk", a_context(actor="user:9"))
    else:
        claims.execute(claim_id, WithdrawClaim(reason=""), "desk", a_context())
    assert do(row, EDITS[edit](game))


def test_a_claim_whose_pair_was_unmade_before_claims_held_pairs_waits_for_nobody(row):
    game, _ = games_of(row)
    a_claim(game)
    unmade = PairUnmade(round=1, game_id=game)
    unit_of_work.execute(stream_of(str(row.id)), Tournament(), fold, lambda _: [unmade], a_context())
    games.withdraw_game(game, "", a_context())
    assert [waiting.claims for waiting in queue_of(row)[0]] == [()]
    referee = APIClient()
    referee.force_authenticate(an_account("referee", "referee"))
    assert referee.get("/api/v1/claims/").json()["results"] == []
