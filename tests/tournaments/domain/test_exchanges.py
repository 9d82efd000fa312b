"""Players who change places in a round, and late players who meet the one with the bye."""

import pytest

from tests.tournaments.build import after, entered, given, paired, refused, won
from tournaments.competition.settings import HandicapSettings
from tournaments.domain.byes import GiveBye
from tournaments.domain.exchanges import ExchangePlayers, PairWithBye

SIX = entered("abcdef")
START = [*SIX, paired(1, "ab", "cd")]


def exchange(first, second, **more):
    return ExchangePlayers(round=1, first=first, second=second, ids=lambda n: f"new{n}", **more)


def pairs(state, number=1):
    return [(pair.table, pair.white, pair.black) for pair in state.round(number).by_table()]


def test_opponents_change_at_both_tables():
    state = given(*START)
    assert pairs(state) == [(1, "b", "a"), (2, "d", "c")]
    assert pairs(after(state, exchange("a", "c"))) == [(1, "b", "c"), (2, "d", "a")]


def test_a_player_without_a_game_takes_the_seat():
    state = after(given(*START), exchange("a", "e"))
    assert pairs(state) == [(1, "b", "e"), (2, "d", "c")]
    assert "a" not in state.round(1).busy


def test_the_bye_goes_to_the_other():
    state = after(given(*START), GiveBye(round=1, entry_id="e"), exchange("a", "e"))
    assert pairs(state)[0] == (1, "b", "e")
    assert state.round(1).byes == {"a"}


def test_new_games_have_the_handicap_of_the_settings():
    weak, strong = entered("ad", rank=-9), entered("bc", rank=0)
    settings = {"handicap": HandicapSettings(correction=0), "system": "swiss"}
    state = after(given(*weak, *strong, paired(1, "bc", "ad"), **settings), exchange("c", "a"))
    assert [(pair.white, pair.black, pair.handicap) for pair in state.round(1).by_table()] == [
        ("b", "a", 9),
        ("c", "d", 9),
    ]


@pytest.mark.parametrize(("first", "second"), [("a", "b"), ("e", "f")])
def test_refuses_two_who_play_each_other_or_have_no_game(first, second):
    assert refused(exchange(first, second), given(*START))[0] == "nothing_to_exchange"


def test_refuses_a_game_with_a_result():
    assert refused(exchange("a", "c"), given(*START, won(1, "ab")))[0] == "game_has_result"


def test_a_late_player_meets_the_one_with_the_bye():
    state = given(*START, GiveBye(round=1, entry_id="e"))
    state = after(state, PairWithBye(round=1, entry_id="f", bye="e", game_id="new"))
    assert pairs(state)[2] == (3, "e", "f")
    assert state.round(1).byes == frozenset()


def test_refuses_a_late_player_where_the_other_has_no_bye():
    command = PairWithBye(round=1, entry_id="f", bye="e", game_id="new")
    assert refused(command, given(*START))[0] == "no_bye"
