"""Claims, rulings and appeals at the same instant: limits hold, one decision is in force."""

from functools import partial
from uuid import uuid4

import pytest

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claims
from games.claims.deciding import Appeal, CorrectRuling, Evidence, Rule, WithdrawClaim
from games.claims.events import Remedy
from games.claims.rows import ClaimEvidence, ClaimRow
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import a_claim, a_context, a_tournament, claim_of, finish, pair
from tests.faults.test_two_directors import at_once, refused_as
from tests.games.claims.claim_builders import claiming
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.domain.pairs import UnmakePair
from tournaments.loading import load
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)
TIMES, FEW = 20, 8
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


def made(game, text="He asked me to stop."):
    claim = claiming(str(uuid4()), game, {"kind": ClaimKind.REPETITION}, Evidence(text=text))
    return lambda: claims.make_claim(claim, "b", a_context())


def test_a_player_who_sends_five_claims_at_once_has_made_three(games):
    for game in games[:5]:
        outcomes = [refused_as(outcome) for outcome in at_once(*(made(game, f"{n}.") for n in range(5)))]
        assert sorted(outcomes) == ["list"] * 3 + ["too_many_claims"] * 2
        ids = list(ClaimRow.objects.filter(game_id=game).values_list("claim_id", flat=True))
        assert len(ids) == ClaimEvidence.objects.filter(claim_id__in=ids).count() == 3


def test_the_same_claim_at_once_is_made_once(games):
    for game in games[:5]:
        outcomes = [refused_as(outcome) for outcome in at_once(*(made(game) for _ in range(3)))]
        assert sorted(outcomes) == ["claim_made_already"] * 2 + ["list"]


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


def corrected(claim, winner, actor):
    command = CorrectRuling(decision="partly", reasons="Seen again.", remedy=Remedy(result=winner))
    return lambda: claims.execute(claim, command, "desk", a_context(actor=actor))


def test_of_two_corrections_at_once_the_last_is_in_force_and_each_is_kept(games):
    for game in games[:FEW]:
        claim = a_claim(game)
        ruled(claim, "black", "user:7")()
        outcomes = at_once(corrected(claim, "white", "user:7"), corrected(claim, "jigo", "user:8"))
        state, row = claim_of(claim), PairingRow.objects.get(pk=game)
        done = [outcome for outcome in outcomes if _done(outcome)]
        assert len(done) + [refused_as(one) for one in outcomes].count("VersionClash") == 2
        assert len(state.earlier) == len(done) >= 1
        assert row.winner == state.remedy.result != "black"
        assert str(row.ruled_claim) == claim


def test_a_correction_and_an_appeal_at_once_are_never_both_stored(games):
    for game in games[:FEW]:
        claim = a_claim(game)
        ruled(claim, "black", "user:7")()
        appeal = partial(claims.execute, claim, Appeal(evidence=WORDS), "w", a_context())
        change, outcome = at_once(corrected(claim, "white", "user:8"), appeal)
        row, stored = PairingRow.objects.get(pk=game), [one for one in (change, outcome) if _done(one)]
        assert len(stored) == 1
        if _done(change):
            assert refused_as(outcome) in ("nothing_to_appeal", "VersionClash")
            assert (row.winner, row.result_state) == ("white", "decided")
        else:
            assert refused_as(change) in ("too_late_to_correct", "VersionClash")
            assert (row.winner, row.result_state) == ("black", "appealed")


def test_a_ruling_and_a_withdrawal_at_once_leave_one_of_them(games):
    for game in games[:FEW]:
        claim = a_claim(game)
        withdrawal = partial(claims.execute, claim, WithdrawClaim(reason="A slip."), "desk", a_context())
        ruling, withdrawn = at_once(ruled(claim, "black", "user:7"), withdrawal)
        row = PairingRow.objects.get(pk=game)
        assert _done(ruling) is not _done(withdrawn)
        assert row.winner == ("black" if _done(ruling) else "not_played")
        assert claim_of(claim).withdrawn is _done(withdrawn)
        if _done(withdrawn):
            assert refused_as(ruling) in ("claim_closed", "VersionClash")


def test_rulings_on_two_claims_on_a_game_at_once_leave_the_result_of_one(games):
    """Both claims keep their ruling; the result is that of the later one, which the pairing names."""
    for game in games[:FEW]:
        first, second = a_claim(game), a_claim(game)
        outcomes = at_once(ruled(first, "black", "user:7"), ruled(second, "white", "user:8"))
        row = PairingRow.objects.get(pk=game)
        won = {first: "black", second: "white"}
        assert all(_done(one) or refused_as(one) == "VersionClash" for one in outcomes)
        assert row.winner == won[str(row.ruled_claim)]
        for claim, outcome in zip((first, second), outcomes, strict=True):
            assert (claim_of(claim).ruling is not None) is _done(outcome)


def test_a_ruling_while_the_next_round_is_paired_counts_in_the_standings(games):
    row = PairingRow.objects.get(pk=games[0]).tournament
    finish(row, 1)
    claim = a_claim(games[0])
    was = PairingRow.objects.get(pk=games[0]).winner
    other = "white" if was == "black" else "black"
    paired, outcome = at_once(
        lambda: pair_round(str(row.id), PairRound(round=2), a_context()), ruled(claim, other, "user:7")
    )
    assert (_done(paired), _done(outcome)) == (True, True)
    assert PairingRow.objects.filter(tournament=row, round=2).count() == TIMES
    ruled_row = PairingRow.objects.get(pk=games[0])
    assert (ruled_row.winner, str(ruled_row.ruled_claim)) == (other, claim)
    assert load(str(row.id))[0].pair_of(games[0])[1].result.winner == other
    corrected(claim, was, "user:8")()
    assert load(str(row.id))[0].pair_of(games[0])[1].result.winner == was


def _done(outcome):
    return not isinstance(outcome, Refusal | VersionClash)
