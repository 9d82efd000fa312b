"""Line-ups of teams in a round."""

from tournaments.competition.facts import LineUp, Team
from tournaments.state.tournament import Tournament

Seat = tuple[str, int]
"""Team and board."""


def line_up(state: Tournament, team: Team, number: int) -> LineUp:
    """Return the line-up of a team in a round."""
    return _line_up(state, team, number, state.round(number).busy)


def line_ups_of(state: Tournament, number: int) -> dict[str, LineUp]:
    """Return the line-ups of all teams in a round."""
    busy = state.round(number).busy
    return {team.id: _line_up(state, team, number, busy) for team in state.teams.values()}


def _line_up(state: Tournament, team: Team, number: int, busy: frozenset[str]) -> LineUp:
    """Return the line-up of the pairing, else the one that was set, else the first members.

    A pairing that was undone does not count; a line-up that was set counts while the team has these members.
    """
    paired = state.round(number).line_ups.get(team.id, ())
    if busy.intersection(paired):
        return paired
    boards = state.settings.teams.boards
    set_players = state.line_ups.get(number, {}).get(team.id, ())
    return (
        set_players
        if len(set_players) == boards and set(set_players) <= set(team.members)
        else team.members[:boards]
    )


def seats_of_entries(state: Tournament, number: int) -> dict[str, Seat]:
    """Return the seat of each entry in the round; empty if there are no teams."""
    if not state.settings.teams.boards:
        return {}
    return {
        entry: (team, board)
        for team, players in line_ups_of(state, number).items()
        for board, entry in enumerate(players, start=1)
    }
