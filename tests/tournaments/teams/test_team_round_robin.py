"""Round robins of teams by Berger's tables; every match is played board by board."""

from collections import Counter
from itertools import combinations
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.refusals import Refusal
from tests.tournaments.build import after, refused
from tests.tournaments.domain.test_undoing import done, taken_back
from tests.tournaments.teams.build import (
    drawn,
    entering,
    forming,
    members,
    of_teams,
    record,
    stronger_wins,
    with_results,
)
from tournaments.competition.history import Result, Winner
from tournaments.competition.schedules.round_robin import round_count
from tournaments.competition.settings import (
    HandicapSettings,
    ScheduleSettings,
    SeededBy,
    Settings,
    TeamSettings,
)
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.domain.draw_secrets import Seed
from tournaments.domain.drawing import draw
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.matches import MakeMatch, SetTeamBye, UnmakeMatch
from tournaments.domain.presence import SetPresence, WithdrawEntry
from tournaments.domain.results import ResultRecorded
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.schedule import plan_of, seeds_of
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.teams import ChangeTeam, DisbandTeam
from tournaments.domain.undo import undo_command
from tournaments.domain.waiting import waiting_entries
from tournaments.state.line_ups import line_up
from tournaments.teams.history import team_history
from tournaments.teams.matches import match_of, matches, team_byes
from tournaments.teams.standings import team_standings

LETTERS = "ABCDEFGHIJKL"


def league(teams, boards=2, substitutes=0, *, twice=False, criteria=("TEAMP", "BDW"), **more):
    chosen = {name: more.pop(name) for name in ("handicap", "seeded_by") if name in more}
    schedule = ScheduleSettings(twice=twice, **{"seeded_by": SeededBy.LOT, **chosen})
    return of_teams(
        teams,
        boards,
        substitutes,
        criteria=criteria,
        system="round_robin",
        nbw_bye2=0,
        bye_boards2=0,
        schedule=schedule,
        **{"handicap": HandicapSettings(by_score=False), **more},
    )


def whole(state, choose=None, seed=1):
    """All rounds, drawn and played."""
    number = 1
    while number <= state.settings.rounds:
        state = drawn(state, number, seed)
        state = with_results(state, number, choose or stronger_wins(LETTERS))
        number += 1
    return state


def met(state):
    return [match for number in sorted(state.rounds) for match in matches(state, number)]


def absent(entry, number):
    return SetPresence(entry_id=entry, round=number, present=False)


def told(steps):
    names = {entry: entry for entry in steps[-1].after.entries}
    return [
        sentence_for(step.event, StoryContext(before=step.before, after=step.after, names=names))
        for step in steps
    ]


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4, 7, 10])
def test_every_two_teams_meet_as_planned_with_balanced_colours(size, twice):
    teams = LETTERS[:size]
    state = whole(league(teams, boards=2, twice=twice, rounds=1))
    assert state.settings.rounds == round_count(size, twice=twice) == max(state.rounds)
    meetings = Counter(frozenset(match.teams) for match in met(state))
    assert meetings == dict.fromkeys(map(frozenset, combinations(teams, 2)), 2 if twice else 1)
    for number in (1, 2):  # boards; the odd ones have the colours of the match, the even ones the others
        white = Counter(match.boards[number - 1].white for match in met(state))
        black = Counter(match.boards[number - 1].black for match in met(state))
        assert all(abs(white[team] - black[team]) <= (0 if twice or size % 2 else 1) for team in teams)
    if twice:
        homes = Counter(match.teams for match in met(state))
        assert set(homes.values()) == {1}  # once at home, once away
    byes = Counter(team for number in state.rounds for team in team_byes(state, number))
    assert byes == (dict.fromkeys(teams, 2 if twice else 1) if size % 2 else {})


@settings(max_examples=20)
@given(st.data())
def test_all_matches_and_boards_are_made_despite_absences(data):
    """Absences, substitutes and withdrawals at any time change boards, never who meets whom."""
    size, boards = data.draw(st.integers(3, 6)), data.draw(st.integers(2, 5))
    teams, twice = LETTERS[:size], data.draw(st.booleans())
    state = league(teams, boards, 1, twice=twice, rounds=40)
    number = 1
    while number <= state.settings.rounds:
        everybody = sorted(state.entries)
        gone = data.draw(st.lists(st.sampled_from(everybody), max_size=5, unique=True)) if number > 1 else []
        for entry in gone:
            leaves = data.draw(st.integers(0, 3)) == 0
            state = after(state, WithdrawEntry(entry_id=entry) if leaves else absent(entry, number))
        for team in data.draw(st.lists(st.sampled_from(teams), max_size=2, unique=True)):
            sits = tuple(data.draw(st.permutations(state.teams[team].members)))[:boards]
            state = after(state, SetLineUp(round=number, team_id=team, players=sits))
        state = drawn(state, number)
        for match in matches(state, number):
            assert [board.number for board in match.boards] == list(range(1, boards + 1))
            assert [board.white == match.white for board in match.boards] == [
                n % 2 == 1 for n in range(1, boards + 1)
            ]
            for board in match.boards:
                here = {
                    team: state.entries[line_up(state, state.teams[team], number)[board.number - 1]]
                    for team in match.teams
                }
                missing = {team for team, entry in here.items() if not entry.present_in(number)}
                assert board.pair.result.by_default == bool(missing)
                for team in match.teams:
                    assert not (board.points2(team) and team in missing)
                    assert board.points2(team) == 2 or not missing or team in missing
        state = with_results(state, number, stronger_wins(LETTERS))
        number += 1
    meetings = Counter(frozenset(match.teams) for match in met(state))
    assert meetings == dict.fromkeys(map(frozenset, combinations(teams, 2)), 2 if twice else 1)
    table = team_standings(state, state.settings.rounds)
    points2 = sum(row.scores["BDW"] for row in table.rows)
    lost = sum(board.pair.result.winner is Winner.NEITHER for match in met(state) for board in match.boards)
    assert points2 == 2 * (boards * len(met(state)) - lost)


def test_places_follow_match_points_and_board_points():
    state = whole(league("ABCDE", boards=3))
    rows = team_standings(state, 5).rows
    assert [(row.place, row.entrant_id, row.plain()) for row in rows] == [
        (n + 1, team, {"TEAMP": 4 - n, "BDW": 3 * (4 - n)}) for n, team in enumerate("ABCDE")
    ]


def test_free_round_has_the_points_of_the_settings():
    state = of_teams("ABC", 2, system="round_robin", nbw_bye2=2, bye_boards2=3, criteria=("TEAMP", "BDW"))
    state = drawn(state, 1)
    (free,) = team_byes(state, 1)
    assert state.round(1).byes == {f"{free}1", f"{free}2"}
    assert next(row.plain() for row in team_standings(state, 1).rows if row.entrant_id == free) == {
        "TEAMP": 1, "BDW": 1.5,
    }  # fmt: skip


def test_seeds_follow_the_mean_of_the_boards():
    ranks = {f"{team}{board}": 2 * n for n, team in enumerate("CADB") for board in (1, 2)}
    state = drawn(league("ABCD", ranks=ranks, seeded_by=SeededBy.RANK), 1)
    assert state.round(1).drawn == {"": tuple("BDAC")}
    assert [match.teams for match in matches(state, 1)] == [("B", "C"), ("D", "A")]


def test_games_are_even_unless_the_schedule_has_handicaps():
    ranks = {"A1": 2, "A2": -6, "B1": -5, "B2": -2}
    even = drawn(league("AB", ranks=ranks), 1)
    assert {pair.handicap for pair in even.round(1).pairs.values()} == {0}
    uneven = drawn(league("AB", ranks=ranks, handicap=True), 1)
    given_ = {board.number: (board.pair.white, board.pair.handicap) for board in matches(uneven, 1)[0].boards}
    assert given_ == {1: ("A1", 4), 2: ("B2", 3)}  # from 1 dan on even, a stone less than the difference


def test_withdrawn_team_loses_remaining_matches_by_default():
    state = with_results(drawn(league("ABCD", boards=3), 1), 1, stronger_wins(LETTERS))
    for entry in members("A", 3):
        state = after(state, WithdrawEntry(entry_id=entry, reason="snow"))
    state = whole_from(state, 2)
    for number in (2, 3):
        match = match_of(state, number, "A")
        assert match.points2("A") == 0
        assert match.points2(match.other("A")) == 6
        assert match.result.by_default
    assert team_standings(state, 3).rows[0].entrant_id == "B"


def whole_from(state, number):
    for later in range(number, state.settings.rounds + 1):
        state = with_results(drawn(state, later), later, stronger_wins(LETTERS))
    return state


def test_two_withdrawn_teams_both_lose():
    ranks = {f"{team}{board}": -n for n, team in enumerate("ABCD") for board in (1, 2)}
    state = drawn(league("ABCD", ranks=ranks, seeded_by=SeededBy.RANK), 1)
    state = with_results(state, 1, stronger_wins(LETTERS))
    for entry in (*members("A", 2), *members("B", 2)):
        state = after(state, WithdrawEntry(entry_id=entry))
    state = whole_from(state, 2)
    assert match_of(state, 2, "A").teams == ("A", "B")
    assert match_of(state, 2, "A").result == Result(winner=Winner.NEITHER, by_default=True)
    assert {row.entrant_id: row.plain()["TEAMP"] for row in team_standings(state, 3).rows} == {
        "A": 1, "B": 1, "C": 2, "D": 1,
    }  # fmt: skip


def test_team_absent_in_round_1_is_not_in_the_field():
    state = after(league("ABCD"), *(absent(entry, 1) for entry in members("D", 2)))
    state = drawn(state, 1)
    assert set(state.round(1).drawn[""]) == {"A", "B", "C"}
    assert state.settings.rounds == 3
    state = with_results(state, 1, stronger_wins(LETTERS))
    assert {team for match in matches(drawn(state, 2), 2) for team in match.teams} <= {"A", "B", "C"}


def test_members_may_change_and_teams_may_not():
    state = with_results(drawn(league("ABC", boards=2, substitutes=1), 1), 1, stronger_wins(LETTERS))
    state = after(state, entering("A9"), *(entering(entry) for entry in members("E", 2)))
    state = after(state, ChangeTeam(team_id="A", members=("A1", "A9"), reason="ill"))
    assert refused(forming("E", 2), state) == ("field_drawn", {"group": ""})
    state = drawn(state, 2)
    assert "A9" in state.round(2).busy
    alone = next(team for team in "ABC" if not match_of(state, 1, team))
    assert refused(DisbandTeam(team_id=alone), state)[0] == "team_has_games"


def test_team_without_game_or_bye_stays_in_the_field():
    state = drawn(league("ABC"), 1)
    (free,) = team_byes(state, 1)
    state = after(state, SetTeamBye(round=1, team_id=free, given=False))
    assert refused(DisbandTeam(team_id=free), state) == ("field_drawn", {"group": ""})


def test_rejects_fewer_than_two_teams():
    with pytest.raises(Refusal) as no:
        drawn(league("A"), 1)
    assert (no.value.code, no.value.facts) == ("too_few_players", {"present": 1, "group": ""})


def test_drawn_schedule_is_fixed():
    state = drawn(league("ABCD"), 1)
    for changed in (
        {"system": "swiss"},
        {"rounds": 9},
        {"schedule": ScheduleSettings(twice=True)},
        {"teams": TeamSettings(boards=0)},
        {"teams": TeamSettings(boards=3)},
    ):
        before = {name: getattr(state.settings, name) for name in Settings.__dataclass_fields__}
        command = ChangeSettings(
            settings=Settings(**{**before, **changed}), ruleset="tromp-taylor", reason="x"
        )
        assert refused(command, state)[0] == "invalid_settings", changed


def test_match_undone_by_hand_is_made_again_despite_a_withdrawal():
    state = drawn(league("ABCD", boards=2), 1)
    before = {frozenset(match.teams): match.table for match in matches(state, 1)}
    gone = matches(state, 1)[0].white
    state = after(state, UnmakeMatch(round=1, team_id=gone, reason="snow"))
    for entry in members(gone, 2):
        state = after(state, WithdrawEntry(entry_id=entry))
    state = after(state, draw(state, 1, lambda _: Seed(seed=1), None, lambda table: f"again-{table}"))
    assert {frozenset(match.teams): match.table for match in matches(state, 1)} == before
    match = match_of(state, 1, gone)
    assert (match.result.by_default, match.points2(match.other(gone))) == (True, 4)
    with pytest.raises(Refusal) as no:
        drawn(state, 1)
    assert no.value.code == "round_already_paired"


def test_waiting_player_joins_a_board_of_a_paired_team():
    state = after(league("ABC", boards=2, substitutes=1), absent("B2", 1))
    assert sorted(waiting_entries(state, 1)) == ["A1", "A2", "B1", "C1", "C2"]
    state = drawn(state, 1)
    assert waiting_entries(state, 1) == []
    playing = plan_of(state, 2, seeds_of(state, "")).games[0].players
    due = sorted(f"{team}{board}" for team in playing for board in (1, 2))
    assert sorted(waiting_entries(state, 2)) == due
    state = after(state, absent(due[0], 2))
    assert sorted(waiting_entries(state, 2)) == due[1:]


def test_match_by_hand_counts_as_the_scheduled_one():
    state = drawn(league("ABCD", boards=2), 1)
    first = matches(state, 1)[0]
    state = after(state, UnmakeMatch(round=1, team_id=first.white))
    by_hand = MakeMatch(round=1, white=first.black, black=first.white, game_ids=("g1", "g2"))
    state = after(state, by_hand)
    with pytest.raises(Refusal) as no:
        drawn(state, 1)
    assert no.value.code == "round_already_paired"
    assert Counter(len(match.boards) for match in matches(state, 1)) == {2: 2}


def test_substitute_may_join_after_the_draw():
    state = drawn(league("AB", boards=2, substitutes=1), 1)
    place = {pair.place for pair in state.round(1).pairs.values()}
    line = SetLineUp(round=1, team_id="A", players=("A1", "A3"), game_ids=("n1", "n2"), reason="ill")
    state = after(state, line)
    assert {pair.place for pair in state.round(1).pairs.values()} == place == {"R1/1"}
    assert "A3" in state.round(1).busy


@pytest.mark.parametrize("number", [1, 2])
def test_undone_round_is_restored_as_drawn(number):
    state = league("ABC", boards=2, substitutes=1)
    for earlier in range(1, number):
        state = with_results(drawn(state, earlier), earlier, stronger_wins(LETTERS))
    state = after(state, absent("A1", number)) if number > 1 else state
    state = drawn(state, number)
    desk = next(iter(state.round(number).by_table()))
    state = record(state, desk.game_id, Winner.WHITE, by_default=True)
    steps, undone = done(state, UnpairRound(round=number, reason="snow"))
    assert not undone.round(number).busy
    again = taken_back(steps, undone)
    assert seen(again, number) == seen(state, number)


def test_recorded_absence_is_restored_with_the_round():
    state = after(league("AB", boards=3), absent("A2", 1), absent("B3", 1))
    state = drawn(state, 1)
    third = matches(state, 1)[0].boards[2].pair
    state = record(state, third.game_id, Winner.NEITHER, "nobody came", by_default=True)
    steps, undone = done(state, UnpairRound(round=1, reason="snow"))
    back = undo_command(tuple(steps), UUID(int=7), "no snow")
    events = [event for event in back.decide(undone) if isinstance(event, ResultRecorded)]
    # What follows for board 2, said once; what follows for board 3, and then what the desk said.
    assert Counter(event.game_id for event in events).most_common()[0][1] == 2
    assert (len(events), events[-1].result.winner) == (3, Winner.NEITHER)
    assert seen(taken_back(steps, undone), 1) == seen(state, 1)


def seen(state, number):
    round_ = state.round(number)
    games = {
        (pair.players, pair.table, pair.place, pair.result, pair.result_state)
        for pair in round_.pairs.values()
    }
    return games, round_.byes, round_.drawn, round_.line_ups, team_history(state).games
