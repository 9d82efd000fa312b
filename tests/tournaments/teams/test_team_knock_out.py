"""Knock-outs of teams: even matches, byes, third place, two lives, corrections."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.refusals import Refusal
from tests.tournaments.build import after, refused
from tests.tournaments.domain.test_undoing import done, taken_back
from tests.tournaments.teams.build import (
    drawn,
    forming,
    members,
    of_teams,
    record,
    stronger_wins,
    with_results,
)
from tournaments.competition.history import Winner
from tournaments.competition.settings import ScheduleSettings, SeededBy
from tournaments.competition.system_defaults import settings_for
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.matches import MakeMatch, UnmakeMatch
from tournaments.domain.presence import WithdrawEntry
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.schedule import bracket_matches
from tournaments.teams.matches import match_of, matches, result_of, team_byes
from tournaments.teams.standings import team_standings

LETTERS = "ABCDEFGHIJKL"
SIGNS = {"=": Winner.JIGO, "0": Winner.NEITHER, "2": Winner.BOTH}


def cup(teams, boards=2, substitutes=0, *, system="knock_out", **chosen):
    """The first of ``teams`` is the first seed."""
    ranks = {entry: -n for n, team in enumerate(teams) for entry in members(team, boards, substitutes)}
    schedule = ScheduleSettings(**{"seeded_by": SeededBy.RANK, **chosen})
    criteria = settings_for(system).teams.criteria
    return of_teams(
        teams, boards, substitutes, ranks=ranks, system=system, criteria=criteria, schedule=schedule
    )


def board_results(state, number, team, signs):
    """Return the results of the team in the round at boards 1, 2, ...: "+-=0"."""
    for board, sign in zip(match_of(state, number, team).boards, signs, strict=True):
        white = board.white == team
        won = {"+": Winner.WHITE if white else Winner.BLACK, "-": Winner.BLACK if white else Winner.WHITE}
        state = record(state, board.pair.game_id, won.get(sign) or SIGNS[sign])
    return state


def places(state):
    return [(row.place, row.entrant_id) for row in team_standings(state, state.settings.rounds).rows]


def all_play(state, number, choose=None):
    return with_results(drawn(state, number), number, choose or stronger_wins(LETTERS))


@pytest.mark.parametrize(
    ("signs", "goes_on"),
    [
        ("++-", "A"),
        ("--+", "B"),
        ("+-=", "A"),
        ("-+=", "B"),
        ("=-+", "B"),
        ("=+-", "A"),
        ("+0-", "A"),
        ("2-0", "B"),  # one board point of A, two of B
        ("===", None),
        ("000", ""),  # both are out
        ("222", None),
    ],
)
def test_even_match_is_decided_by_the_first_decisive_board(signs, goes_on):
    state = board_results(drawn(cup("AB", boards=3), 1), 1, "A", signs)
    (final,) = bracket_matches(state, "")
    assert final.winner == goes_on
    if goes_on:
        assert places(state) == [(1, goes_on), (2, "B" if goes_on == "A" else "A")]
        assert team_standings(state, 1).rows[0].plain()["TEAMP"] == 1


def test_even_match_is_drawn_in_other_systems():
    state = board_results(drawn(cup("AB", boards=2), 1), 1, "A", "+-")
    match = match_of(state, 1, "A")
    assert result_of(match, "knock_out").winner is (Winner.WHITE if match.white == "A" else Winner.BLACK)
    assert result_of(match, "double_elimination") == result_of(match, "knock_out")
    assert {result_of(match, system).winner for system in ("swiss", "round_robin")} == {Winner.JIGO}


def test_undecided_match_needs_a_decision_of_the_director():
    state = drawn(cup("ABCD", boards=2), 1)
    with pytest.raises(Refusal) as no:
        drawn(state, 2)
    assert (no.value.code, no.value.facts) == ("no_winner", {"round": 1, "tables": [1, 3], "undecided": []})
    state = board_results(board_results(state, 1, "A", "=="), 1, "B", "++")
    with pytest.raises(Refusal) as no:
        drawn(state, 2)
    assert (no.value.code, no.value.facts) == ("no_winner", {"round": 1, "tables": [1], "undecided": [1]})
    board = match_of(state, 1, "A").boards[0]
    won = Winner.WHITE if board.white == "D" else Winner.BLACK
    state = drawn(record(state, board.pair.game_id, won, "by lot", by_default=True), 2)
    assert set(matches(state, 2)[0].teams) == {"B", "D"}


def test_plays_cup_with_byes_and_third_place():
    state = cup("ABCDEF", third_place=True)
    for number in (1, 2, 3):
        state = all_play(state, number)
    assert state.settings.rounds == 3
    assert team_byes(state, 1) == {"A", "B"}
    assert state.round(1).byes == {"A1", "A2", "B1", "B2"}
    assert [len(matches(state, number)) for number in (1, 2, 3)] == [2, 2, 2]
    assert {pair.place for pair in state.round(3).pairs.values()} == {"W3/1", "T/1"}
    assert places(state) == [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E"), (5, "F")]


def test_opponent_of_a_withdrawn_team_advances():
    state = all_play(cup("ABCD"), 1)
    for entry in members("A", 2):
        state = after(state, WithdrawEntry(entry_id=entry))
    state = drawn(state, 2)
    assert match_of(state, 2, "A").result.by_default
    assert places(state)[0] == (1, "B")
    assert not after(state, UnpairRound(round=2)).round(2).busy  # nothing was played


def test_correction_marks_later_draws_and_undone_round_is_drawn_again():
    state = drawn(all_play(cup("ABCD"), 1), 2)
    assert set(matches(state, 2)[0].teams) == {"A", "B"}
    state = board_results(state, 1, "D", "+-")  # even now, and D has board 1
    assert state.round(2).corrected
    assert set(matches(state, 2)[0].teams) == {"A", "B"}
    state = drawn(after(state, UnpairRound(round=2, reason="corrected")), 2)
    assert set(matches(state, 2)[0].teams) == {"B", "D"}
    assert not state.round(2).corrected


def test_opponents_exchanged_by_hand_continue_in_the_bracket():
    state = drawn(cup("ABCD"), 1)
    first, second = matches(state, 1)
    for match in (first, second):
        state = after(state, UnmakeMatch(round=1, team_id=match.white, reason="one club"))
    for name, one, other in (("g", first.white, second.black), ("h", second.white, first.black)):
        ids = (f"{name}1", f"{name}2")
        state = after(state, MakeMatch(round=1, white=one, black=other, game_ids=ids, reason="one club"))
    assert {pair.place for pair in state.round(1).pairs.values()} == {"W1/1", "W1/2"}
    state = drawn(with_results(state, 1, lambda _: Winner.WHITE), 2)
    assert len(matches(state, 2)) == 1


def test_substitute_keeps_the_place_in_the_bracket():
    state = drawn(cup("ABCD", substitutes=1), 1)
    for team in "AD":  # every board of the match is made anew
        line = (f"{team}3", f"{team}1")
        ids = (f"n{team}1", f"n{team}2")
        state = after(state, SetLineUp(round=1, team_id=team, players=line, game_ids=ids, reason="ill"))
    assert {pair.place for pair in state.round(1).pairs.values()} == {"W1/1", "W1/2"}
    assert [one.match.place for one in bracket_matches(state, "") if one.game] == ["W1/1", "W1/2"]


def test_bracket_is_undone_and_restored():
    state = drawn(all_play(cup("ABCDE"), 1), 2)
    steps, undone = done(state, UnpairRound(round=2, reason="snow"))
    again = taken_back(steps, undone)
    assert [match.teams for match in matches(again, 2)] == [match.teams for match in matches(state, 2)]
    assert [one.winner for one in bracket_matches(again, "")] == [
        one.winner for one in bracket_matches(state, "")
    ]
    assert refused(forming("Z", 2), state)[0] == "field_drawn"


def _over(state, number):
    """Return whether the second final is unnecessary, because its winner has not lost before."""
    last = state.settings.system == "double_elimination" and number > 1 and number == state.settings.rounds
    return last and not bracket_matches(state, "")[-1].is_due


@settings(max_examples=25)
@given(st.sampled_from(["knock_out", "double_elimination"]), st.integers(2, 9), st.integers(2, 5), st.data())
def test_any_results_leave_one_champion(system, size, boards, data):
    """Every match has a decided board, since no game is drawn; so one team always advances."""
    state = cup(LETTERS[:size], boards, system=system)
    number = 1
    while number <= state.settings.rounds and not _over(state, number):
        state = drawn(state, number)
        state = with_results(
            state, number, lambda _: data.draw(st.sampled_from([Winner.WHITE, Winner.BLACK]))
        )
        seats = [team for match in matches(state, number) for team in match.teams]
        assert len(seats) == len(set(seats))
        number += 1
    lives = 2 if system == "double_elimination" else 1
    lost = Counter()
    for one in bracket_matches(state, ""):
        if one.game:
            lost[one.loser] += 1
    assert sum(lost[team] < lives for team in LETTERS[:size]) == 1
    (first, *others) = places(state)
    assert lost[first[1]] < lives
    assert first[0] == 1
    assert all(place > 1 for place, _ in others)
