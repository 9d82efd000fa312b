"""A file that contradicts the count of its own passes proves no result and no string."""

import pytest

from games.adjudication import Missing
from games.game.events import Passed, StonePlayed
from games.game.evolving import fold_all
from rules import AgreeDead
from tests.games.adjudication.cases import entered, found, told
from tests.games.adjudication.test_guesses import received
from tests.games.game_builders import given, opened

COUNTED = ";B[dd];W[pp];B[];W[];B[];W[]"
"""Under the AGA rules four passes end the game, and every stone on the board is alive: W+7.5."""


@pytest.mark.parametrize("ruleset", ["aga", "tromp-taylor"])
@pytest.mark.parametrize("result", ["W+", "B+"])
@pytest.mark.parametrize(
    ("sgf", "sentence"),
    [
        (f"(;SZ[19]RE[B+R]{COUNTED})", "The file states B+R."),
        (f"(;SZ[19]RE[Void]{COUNTED})", "The file states Void."),
        (
            f"(;SZ[19]{COUNTED}TB[pp])",
            "The file marks Q4 as dead or removes them, and the count leaves them alive.",
        ),
        (
            f"(;SZ[19]{COUNTED};AE[dd])",
            "The file marks D16 as dead or removes them, and the count leaves them alive.",
        ),
    ],
)
def test_count_that_the_file_contradicts_is_open(ruleset, result, sgf, sentence):
    moves = sgf.replace("B[];W[];B[];W[]", "B[];W[]") if ruleset == "tromp-taylor" else sgf
    state, record = received(moves, ruleset)
    assert state.game.outcome
    finding = found("wrong_result", state, result=result, marks=record.dead)
    assert (told(finding), finding.follows) == ((Missing.PERSON,), "")
    assert finding.says.endswith(f"{sentence} A referee decides.")
    stones = found("strings", state, points=("Q4", "D16"), capturable=False, marks=record.dead)
    assert (told(stones), stones.follows) == ((Missing.PERSON,), "")


@pytest.mark.parametrize("stated", ["", "RE[?]", "RE[W+]", "RE[W+7.5]"])
def test_count_that_the_file_does_not_contradict_is_proved(stated):
    state, _ = received(f"(;SZ[19]{stated}{COUNTED})", "aga")
    finding = found("wrong_result", state, result="W+7.5")
    assert (told(finding), finding.follows) == (("proved",), "W+7.5")


@pytest.mark.parametrize(
    "stated", ["RE[Black won, I swear]", "RE[W+7.5]RE[B+R]", "RE[W+7.5]KM[0.5][7.5]", "RE[W+7.5];RE[B+R]"]
)
def test_count_beside_a_result_that_is_unclear_is_open(stated):
    state, record = received(f"(;SZ[19]{stated}{COUNTED})", "aga")
    finding = found("wrong_result", state, result="W+7.5", received=record)
    assert (told(finding), finding.follows) == ((Missing.PERSON,), "")
    assert finding.says.startswith("The game ends with W+7.5 (counted). The file states a result")


@pytest.mark.parametrize("ruleset", ["aga", "tromp-taylor"])
def test_count_after_passes_that_one_player_entered_is_open(ruleset):
    moves = [("b", "D4"), ("w", "Q16")]
    state = given(opened(ruleset=ruleset, width=19, height=19))
    state = fold_all(state, [StonePlayed(color=color, at=at) for color, at in moves])
    passes = [Passed(color="b"), Passed(color="w", by="b")] * (2 if ruleset == "aga" else 1)
    state = fold_all(state, passes)
    said = "One player entered turns of both, and the other has not confirmed the end. A referee decides."
    for claimed in (str(state.game.outcome), "B+R"):
        finding = found("wrong_result", state, result=claimed)
        assert (told(finding), finding.follows) == ((Missing.PERSON,), "")
        assert finding.says == f"The game ends with {state.game.outcome} (counted). {said}"
    finding = found("strings", state, points=("D4",), capturable=False)
    assert (told(finding), finding.follows) == ((Missing.PERSON,), "")


def test_agreement_of_both_players_counts_whatever_the_file_states():
    state, _ = received("(;SZ[19]RE[B+R];B[dd];W[pp];B[];W[])", "aga")
    state = entered(state, AgreeDead())
    assert told(found("wrong_result", state, result=str(state.game.outcome))) == ("proved",)


def test_captured_string_stays_dead_without_a_result_that_follows():
    state, _ = received("(;SZ[9]RE[B+R];B[aa];W[ba];B[ee];W[ab];B[];W[];B[];W[])", "aga")
    finding = found("strings", state, points=("A9",), capturable=True)
    assert (told(finding), finding.follows) == (("proved",), "")
