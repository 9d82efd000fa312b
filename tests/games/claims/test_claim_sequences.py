"""Sequences played out for a claim: branches of the game and of other branches, and which of them decide."""

from functools import reduce

import pytest

from games.adjudication import Missing
from games.adjudication.kinds import ClaimKind
from games.claims import commands, queries
from games.claims import events as e
from games.claims.bodies import sequence_body
from games.claims.claim import fold
from games.claims.deciding import ActInSequence
from games.game import commands as games
from games.game.deciding import TakeBack, WithdrawRecord
from games.refusals import Refusal
from rules import AgreeDead, Color, Confirm, MarkDead, Phase, Play, Resign, Resume
from rules import Claim as ClaimStrings
from tests.builders import claim_of
from tests.games.claims.claim_builders import a_game, act, begun, by, made, record, ruled
from tests.games.game_builders import ID, other_terms

pytestmark = pytest.mark.django_db
B, W = Color


def shown(claim_id, number):
    """A sequence as it is shown: where it begins and the board after its last action."""
    claim = claim_of(claim_id)
    data = sequence_body(claim, number, queries.sequence_line(claim, number), None)
    return data["from_turn"], data["from_sequence"], data["turns"], data["position"]["rows"]


def finding(claim_id):
    return queries.finding_of(claim_of(claim_id))


def test_sequence_starts_after_the_last_or_a_named_turn():
    a_game("b B2", "w A1")
    claim_id = made()
    last, second, empty = begun(claim_id), begun(claim_id, "w C3", turn=1), begun(claim_id, turn=0)
    assert shown(claim_id, last) == (2, 0, 0, ["...", ".X.", "O.."])
    assert shown(claim_id, second) == (1, 0, 1, ["..O", ".X.", "..."])
    assert shown(claim_id, empty) == (0, 0, 0, ["...", "...", "..."])


def test_branch_of_a_branch_continues_from_its_turn():
    a_game("b B2")
    claim_id = made()
    first = begun(claim_id, "w A1", "b C3", "w A3")
    branch = begun(claim_id, "w C1", sequence=first, turn=2)
    twig = begun(claim_id, "b A3", sequence=branch)
    start = begun(claim_id, sequence=twig, turn=0)
    assert shown(claim_id, first)[3] == ["O.X", ".X.", "O.."]
    assert shown(claim_id, branch) == (2, first, 1, ["..X", ".X.", "O.O"])
    assert shown(claim_id, twig) == (1, branch, 1, ["X.X", ".X.", "O.O"])
    assert shown(claim_id, start) == (0, twig, 0, ["..X", ".X.", "O.O"])
    act(claim_id, first, "b A2")
    assert shown(claim_id, twig) == (1, branch, 1, ["X.X", ".X.", "O.O"])


def test_actions_are_stored_in_canonical_spelling():
    a_game("b pass", "w pass")
    claim_id = made()
    begun(claim_id, Play(B, "b2"), "w pass", "b pass", AgreeDead(("b2", "B2")))
    claim = claim_of(claim_id)
    assert claim.sequences[1].actions[0] == Play(B, "B2")
    assert claim.sequences[1].actions[-1] == AgreeDead(("B2",))


CHANGES = {
    "terms": lambda: games.change_terms(ID, other_terms("japanese komi=0"), by()),
    "turns taken back": lambda: games.change_record(ID, TakeBack(to_turn=1, reason="mistyped"), by()),
    "record withdrawn": lambda: games.change_record(ID, WithdrawRecord(reason="another game"), by()),
    "game withdrawn": lambda: games.withdraw_game(ID, "paired anew", by()),
    "more moves": lambda: record("b C1"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_sequence_continues_after_any_change_of_the_game(change):
    a_game("b B2", "w A1")
    claim_id = made()
    first = begun(claim_id, "b B1")
    CHANGES[change]()
    assert shown(claim_id, first) == (2, 0, 1, ["...", ".X.", "OX."])
    act(claim_id, first, "w pass", "b A2")
    branch = begun(claim_id, "w C3", sequence=first)
    assert shown(claim_id, first)[3] == ["...", "XX.", ".X."]
    assert shown(claim_id, branch)[3] == ["..O", "XX.", ".X."]


def test_sequence_keeps_the_terms_of_its_start():
    a_game("b A2", "w C2", "b B1", "w C1", "b C3", "w B3", ruleset="makrai")
    claim_id = made()
    first = begun(claim_id, turn=3)
    games.change_terms(ID, other_terms("japanese"), by())
    act(claim_id, first, "w A1")  # a suicide
    second = begun(claim_id, turn=3)
    with pytest.raises(Refusal, match="suicide"):
        act(claim_id, second, "w A1")


# What a sequence decides


def test_sequence_from_the_end_of_the_record_decides():
    a_game("b B2", "w pass", "b pass")
    claim_id = made()
    assert finding(claim_id).missing == (Missing.AGREEMENT,)
    begun(claim_id, AgreeDead())
    assert (finding(claim_id).verdict, finding(claim_id).follows) == ("proved", "B+9")


def test_sequence_from_an_earlier_turn_is_displayed_but_does_not_decide():
    a_game("b B2", "w pass", "b pass")
    claim_id = made()
    begun(claim_id, Resign(W), turn=1)
    assert finding(claim_id).missing == (Missing.AGREEMENT,)
    assert queries.sequence_line(claim_of(claim_id), 1)[-1].phase is Phase.OVER


def test_branch_of_a_sequence_from_the_end_of_the_record_decides():
    a_game("b B2", "w pass", "b pass", ruleset="tromp-taylor-agreement komi=0")
    claim_id = made()
    first = begun(claim_id, "w A1", "b pass", "w pass")
    begun(claim_id, AgreeDead(("A1",)), sequence=first)
    assert (finding(claim_id).verdict, finding(claim_id).follows) == ("proved", "B+9")
    assert finding(claim_id).says == "Played out for 4 turns, it is B+9 (counted)."


def test_one_player_cannot_withdraw_moves_of_both():
    a_game("b B2", "w A1", "b pass", "w pass", ruleset="japanese")
    claim_id = made(kind=ClaimKind.STRINGS, points=("a1",))
    steps = (ClaimStrings(B, ("A1",)), Confirm(B), "b pass", "w pass", Confirm(B))
    first = begun(claim_id, *steps, "b A2", "w pass", "b B1", "w pass", "b pass", who="each")
    assert finding(claim_id).verdict == "proved"
    branch = begun(claim_id, sequence=first, turn=4, who="w")  # A1 lived there
    assert finding(claim_id).verdict == "proved"
    act(claim_id, branch, MarkDead(W), who="w")
    assert finding(claim_id).verdict == "proved"
    act(claim_id, branch, MarkDead(B), who="b")
    assert finding(claim_id).verdict == "refuted"


ASKED = (ClaimStrings(B, ("A1",)), Confirm(B))
TAKEN = ("b A2", "w pass", "b B1", "w pass", "b pass")


@pytest.mark.parametrize(
    ("ruleset", "asked", "leaving"),
    [("japanese", ASKED, Resume(W)), ("tromp-taylor-agreement", (), "w C3")],
)
def test_one_player_cannot_reopen_a_settled_sequence_by_continuing_alone(ruleset, asked, leaving):
    a_game("b B2", "w A1", "b pass", "w pass", ruleset=ruleset)
    claim_id = made(kind=ClaimKind.STRINGS, points=("a1",))
    first = begun(claim_id, *asked, *TAKEN, who="each")
    assert finding(claim_id).verdict == "proved"
    act(claim_id, first, leaving, who="w")
    assert finding(claim_id).verdict == "proved"


def test_both_players_together_can_reopen_it():
    a_game("b B2", "w A1", "b pass", "w pass", ruleset="japanese")
    claim_id = made(kind=ClaimKind.STRINGS, points=("a1",))
    first = begun(claim_id, *ASKED, *TAKEN, who="each")
    act(claim_id, first, Resume(W), who="w")
    act(claim_id, first, "b pass", who="b")
    assert finding(claim_id).verdict == "undecidable"


def test_official_withdraws_for_both():
    a_game("b B2", "w pass", "b pass")
    claim_id = made()
    first = begun(claim_id, "w A1", "b pass", "w pass", who="each")
    begun(claim_id, AgreeDead(("A1",)), sequence=first)
    assert finding(claim_id).verdict == "proved"


def test_sequences_stored_without_authors_decide_as_before():
    told = [
        e.SequenceBegun(number=1, game_version=3, turn=2),
        e.SequenceBegun(number=2, game_version=3, turn=0, sequence=1),
        e.SequenceActed(number=2, action={"do": "pass", "color": "b"}),
    ]
    a_game("b B2")
    claim = reduce(fold, told, claim_of(made()))
    assert (claim.sequences[2].by, claim.sequences[2].entered) == ("", ("",))
    assert not claim.sequences[2].one_sided


@pytest.mark.parametrize("change", ["terms", "turns taken back", "more moves"])
def test_sequence_stops_deciding_once_the_record_before_it_changes(change):
    a_game("b B2", "w pass")
    claim_id = made()
    begun(claim_id, Resign(W))
    assert finding(claim_id).follows == "B+R"
    CHANGES[change]()
    assert finding(claim_id).missing == (Missing.END_OF_RECORD,)


def test_sequence_decides_again_once_the_record_is_restored():
    a_game("b B2", "w pass")
    claim_id = made()
    begun(claim_id, Resign(W))
    record("b C1")
    games.change_record(ID, TakeBack(to_turn=2, reason="mistyped"), by())
    assert finding(claim_id).follows == "B+R"


def test_finding_uses_the_game_as_it_was_ruled_on():
    a_game("b B2", "w pass", "b pass", ruleset="tromp-taylor-agreement komi=0")
    claim_id = made()
    begun(claim_id, AgreeDead())
    ruled(claim_id)
    record("w A1")
    assert (finding(claim_id).verdict, finding(claim_id).follows) == ("proved", "B+9")


def test_last_of_several_confirmation_lines_decides():
    a_game("b B2", "w A1", "b pass", "w pass", ruleset="japanese")
    claim_id = made(kind=ClaimKind.STRINGS, points=("a1",))
    ask = (ClaimStrings(B, ("A1",)), Confirm(B))
    begun(claim_id, *ask, "b pass", "w pass")
    assert finding(claim_id).verdict == "refuted"
    begun(claim_id, *ask, "b A2", "w pass", "b B1", "w pass", "b pass")
    assert finding(claim_id).verdict == "proved"


def test_repeated_command_plays_once():
    a_game("b B2")
    claim_id = made()
    begun(claim_id)
    context = by()
    first, again = (
        commands.execute(claim_id, ActInSequence(number=1, action=Play(W, "A1")), "desk", context)
        for _ in range(2)
    )
    assert first == again
    assert len(claim_of(claim_id).sequences[1].actions) == 1
