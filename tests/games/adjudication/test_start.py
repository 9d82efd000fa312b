"""A record that starts from another position than its game proves nothing that follows from that position."""

import pytest

from games.adjudication import Missing
from rules import Color, Resign
from tests.games.adjudication.cases import entered, found, other, told
from tests.games.adjudication.test_guesses import received

OPEN = ((Missing.PERSON,), "")
SENTENCE = "The record starts from another position than the game: nothing that follows from it is proved."


@pytest.mark.parametrize(
    ("kind", "sgf", "ruleset", "statement"),
    [
        ("wrong_result", "(;SZ[3]AB[aa]PL[W];W[];B[])", "tromp-taylor", {"result": "B+9"}),
        ("wrong_result", "(;SZ[3]AB[aa]PL[W];W[];B[])", "tromp-taylor", {"result": "W+R"}),
        ("illegal_move", "(;SZ[9]AB[aa]PL[W];W[aa])", "japanese@2", {"turn": 1}),
        ("illegal_move", "(;SZ[9]AW[aa][cc][ca][bb]PL[B];B[ba])", "japanese@2", {"turn": 1}),
        ("illegal_move", "(;SZ[9]HA[2]AB[gc][cg];W[gc])", "japanese@2", {"turn": 1}),
        ("strings", "(;SZ[3]AB[aa]PL[W];W[];B[])", "tromp-taylor", {"points": ("A3",), "capturable": False}),
        ("strings", "(;SZ[3]AB[aa]PL[W];W[];B[])", "tromp-taylor", {"points": ("A3",)}),
        ("strings", "(;SZ[3]AB[ba]AW[aa]PL[B];B[ab];W[])", "japanese@2", {"points": ("A3",)}),
        ("tokens", "(;SZ[9]AB[aa]PL[W];W[])", "aga", {"color": "b", "count": 1}),
    ],
)
def test_claim_on_positions_is_open_and_says_why(kind, sgf, ruleset, statement):
    state, record = received(sgf, ruleset, handicap=0)
    assert not record.guesses
    finding = found(kind, state, **statement)
    assert (told(finding), finding.follows) == OPEN
    assert str(finding.says).startswith(SENTENCE)


def test_claims_that_compare_records_are_decided():
    state, _ = received("(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee])", handicap=0)
    assert told(found("handicap_differs", state, count=2)) == ("proved",)
    assert told(found("komi_differs", state, count=0.5)) == ("proved",)
    assert told(found("records_differ", state, second=other("(;SZ[9];B[ee])"))) == ("proved",)


def test_resignation_is_the_players_own_word_whatever_the_position():
    state, _ = received("(;SZ[9]AB[aa]PL[W];W[ee])")
    state = entered(state, Resign(Color.BLACK))
    assert told(found("wrong_result", state, result="W+R")) == ("proved",)
    assert told(found("wrong_result", state, result="B+R")) == ("refuted",)


def test_handicap_stones_of_the_pairing_start_the_game():
    state, _ = received("(;SZ[9]HA[2]AB[gc][cg];W[gc])")
    finding = found("illegal_move", state, turn=1)
    assert (told(finding), finding.follows) == (("proved",), "B+F")
