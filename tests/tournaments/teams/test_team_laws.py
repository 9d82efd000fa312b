"""Properties of any team tournament with absences and substitutes."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.build import after
from tests.tournaments.teams.build import of_teams, paired, record, recording
from tournaments.competition.history import Winner
from tournaments.domain.base import fold
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.presence import SetPresence
from tournaments.state.line_ups import line_up
from tournaments.teams.history import team_history
from tournaments.teams.matches import is_team_present, matches, team_byes
from tournaments.teams.standings import board_results, team_standings

CRITERIA = ("TEAMP", "BDW", "SOST", "BDWW", "DC", "BDW1U", "MNR")
WINNERS = (Winner.WHITE, Winner.BLACK, Winner.JIGO)


@st.composite
def tournaments(draw):
    """Two rounds of up to 7 teams of up to 10 boards, with absences, substitutes and all results."""
    boards = draw(st.integers(2, 10))
    teams = "ABCDEFG"[: draw(st.integers(3, 7))]
    state = of_teams(teams, boards=boards, substitutes=1, criteria=CRITERIA)
    for number in (1, 2):
        for entry in draw(st.lists(st.sampled_from(sorted(state.entries)), max_size=4, unique=True)):
            state = after(state, SetPresence(entry_id=entry, round=number, present=False))
        for team in draw(st.lists(st.sampled_from(teams), max_size=2, unique=True)):
            members = draw(st.permutations(state.teams[team].members))
            state = after(state, SetLineUp(round=number, team_id=team, players=tuple(members[:boards])))
        state = paired(state, number, seed=draw(st.integers(0, 9)))
        for pair in state.round(number).by_table():
            if pair.result.winner is Winner.NOBODY_YET:
                state = record(state, pair.game_id, draw(st.sampled_from(WINNERS)))
    return state


@settings(max_examples=20)
@given(tournaments())
def test_boards_colours_points_and_places_are_consistent(state):
    boards = state.settings.teams.boards
    for number in (1, 2):
        _everybody_once(state, number)
        for match in matches(state, number):
            assert [board.number for board in match.boards] == list(range(1, boards + 1))
            assert [board.white == match.white for board in match.boards] == [
                n % 2 == 1 for n in range(1, boards + 1)
            ]
            told2 = sum(match.points2(team) for team in match.teams)
            lost = sum(board.pair.result.winner is Winner.NEITHER for board in match.boards)
            assert told2 == 2 * (boards - lost)
            assert match.is_finished
    _points_add_up(state)


def _everybody_once(state, number):
    """Teams present play or have the one bye; nobody sits at two boards."""
    teams = Counter(team for match in matches(state, number) for team in match.teams)
    byes = team_byes(state, number)
    there = {team.id for team in state.teams.values() if is_team_present(state, team, number)}
    assert teams.keys() | byes == there
    assert not teams.keys() & byes
    assert len(byes) == len(there) % 2
    assert set(teams.values()) <= {1}
    seated = Counter(who for pair in state.round(number).pairs.values() for who in pair.players)
    assert set(seated.values()) <= {1}
    assert seated.keys() == {who for team in teams for who in line_up(state, state.teams[team], number)}


def _points_add_up(state):
    boards = state.settings.teams.boards
    table = team_standings(state, 2)
    won2 = sum(m.points2(team) for n in (1, 2) for m in matches(state, n) for team in m.teams)
    byes = sum(len(team_byes(state, n)) for n in (1, 2))
    assert sum(row.scores["BDW"] for row in table.rows) == won2 + byes * boards
    assert sum(one.points2 for one in board_results(state, 2)) == won2
    games = team_history(state).games
    decided = sum(2 for game in games if game.result.winner is not Winner.NEITHER)
    assert sum(row.scores["TEAMP"] for row in table.rows) == decided + 2 * byes
    keys = [tuple(-value for value in row.scores.values()) for row in table.rows]
    assert keys == sorted(keys)
    assert [row.place for row in table.rows] == [keys.index(key) + 1 for key in keys]


@settings(max_examples=10)
@given(st.integers(2, 10), st.integers(2, 8), st.integers(0, 99))
def test_log_has_the_same_matches_as_the_command(boards, teams, seed):

    state = of_teams("ABCDEFGH"[:teams], boards=boards)
    events = recording(state, 1, seed).decide(state)
    told = state
    for event in events:
        told = fold(told, event)
    assert told == paired(state, 1, seed)
    assert len(matches(told, 1)) == teams // 2
    assert sum(pair.total for pair in told.round(1).pairs.values()) == told.round(1).optimum
