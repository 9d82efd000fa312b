"""Claims, rulings and appeals at the same instant: limits hold, one decision is in force."""

from functools import partial
from uuid import uuid4

import pytest

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.deciding import Appeal, Evidence, Rule
from games.claims.events import Remedy
from games.claims.rows import ClaimEvidence, ClaimRow
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import a_claim, a_context, a_tournament, pair
from tests.faults.test_two_directors import at_once, refused_as
from tests.games.claims.claim_builders import claiming
from tournaments.commands import carry_out
from tournaments.domain.pairs import UnmakePair
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)
TIMES = 20
WORDS = Evidence(text="Look.")


@pytest.fixture
def games():
    """Games of one round."""
    row = a_tournament(players=2 * TIMES)
    pair(row, 1)
    return [str(game_id) for game_id in PairingRow.objects.values_list("game_id", flat=True)]


def ruled(claim, winner, actor, expected=None):
    remedy = Remedy(result=winner)
    context = a_context(expected=expected, actor=actor)
    return lambda: claims.execute(
        claim, Rule(decision="upheld", reasons="Seen.", remedy=remedy), "desk", context
    )


def made(game):
    statement = {"kind": ClaimKind.REPETITION}
    return lambda: claims.make_claim(claiming(str(uuid4()), game, statement, WORDS), "b", a_context())


def test_a_player_who_sends_five_claims_at_once_has_made_three(games):
    for game in games[:5]:
        outcomes = [refused_as(outcome) for outcome in at_once(*(made(game) for _ in range(5)))]
        assert sorted(outcomes) == ["list"] * 3 + ["too_many_claims"] * 2
        ids = list(ClaimRow.objects.filter(game_id=game).values_list("claim_id", flat=True))
        assert len(ids) == ClaimEvidence.objects.filter(claim_id__in=ids).count() == 3


def test_a_claim_holds_its_pair_or_comes_too_late(games):
    """Never both: a claim on a game whose pair is unmade."""
    tournament_id = str(PairingRow.objects.get(pk=games[0]).tournament_id)
    for game in games:
        unmake = UnmakePair(game_id=game, reason="late")
        outcomes = at_once(made(game), partial(carry_out, tournament_id, unmake, a_context()))
        assert [refused_as(one) for one in outcomes] in (["list", "claim_open"], ["game_withdrawn", "list"])
        assert ClaimRow.objects.filter(game_id=game).exists() == PairingRow.objects.filter(pk=game).exists()


@pytest.mark.parametrize("seen", [None, 2])
def test_of_two_rulings_at_once_one_is_in_force_and_the_other_official_is_told(games, seen):
    for game in games:
        claim = a_claim(game)
        outcomes = at_once(ruled(claim, "black", "user:7", seen), ruled(claim, "white", "user:8", seen))
        won = [winner for winner, outcome in zip(("black", "white"), outcomes, strict=True) if _done(outcome)]
        lost = [refused_as(outcome) for outcome in outcomes if not _done(outcome)]
        assert len(won) == 1
        assert lost == (["ruled_already"] if seen is None else ["VersionClash"])
        assert PairingRow.objects.get(pk=game).winner == won[0]


def test_both_players_appeal_at_once_and_there_is_one_appeal(games):
    for game in games:
        claim = a_claim(game)
        ruled(claim, "jigo", "user:7")()
        appeal = Appeal(evidence=WORDS)
        outcomes = at_once(*(partial(claims.execute, claim, appeal, by, a_context()) for by in "bw"))
        assert sorted(map(refused_as, outcomes)) == ["appealed_already", "list"]
        assert ClaimEvidence.objects.filter(claim_id=claim, purpose="appeal").count() == 1


def test_a_ruling_that_is_sent_twice_at_once_is_carried_out_once(games):
    for game in games:
        claim = a_claim(game)
        both = [ruled(claim, "white", "user:7")] * 2
        first, second = at_once(*both)
        assert [event.digest for event in first] == [event.digest for event in second]
        assert len(first) == 1


def _done(outcome):
    return not isinstance(outcome, Refusal | VersionClash)
