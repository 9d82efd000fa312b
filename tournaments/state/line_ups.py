"""Who sits at the boards of the teams in a round."""

from tournaments.competition.team import LineUp, Team
from tournaments.state.tournament import Tournament

Seat = tuple[str, int]
"""Team and board."""


def line_up(state: Tournament, team: Team, number: int) -> LineUp:
    """Who sits at the boards of a team in a round."""
    return _line_up(state, team, number, state.round(number).busy)


def line_ups_of(state: Tournament, number: int) -> dict[str, LineUp]:
    """The same of all teams."""
    busy = state.round(number).busy
    return {team.id: _line_up(state, team, number, busy) for team in state.teams.values()}


def _line_up(state: Tournament, team: Team, number: int, busy: frozenset[str]) -> LineUp:
    """As it was when the team was paired, as it was set, else the first members.

    A pairing that was undone counts no more; what was set counts as long as the team has these members.
    """
    paired = state.round(number).line_ups.get(team.id, ())
    if busy.intersection(paired):
        return paired
    boards = state.settings.teams.boards
    told = state.line_ups.get(number, {}).get(team.id, ())
    return told if len(told) == boards and set(told) <= set(team.members) else team.members[:boards]


def seats(state: Tournament, number: int) -> dict[str, Seat]:
    """Entry -> where it sits in the round; nobody, where players play for themselves."""
    if not state.settings.teams.boards:
        return {}
    return {
        entry: (team, board)
        for team, players in line_ups_of(state, number).items()
        for board, entry in enumerate(players, start=1)
    }
