"""The matches of a round of teams: its games as the page lists them, grouped, and what is done by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.persons.lists.folding import sort_key
from tournaments.reading.queries import settings_of
from tournaments.reading.team_bodies import format_half_points, visible_state
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.teams.matches import Match, earlier_matches, is_counted, matches, team_byes, waiting_teams


def of_teams(
    row: TournamentRow, number: int, lines: Sequence[Mapping[str, Any]], *, officer: bool
) -> dict[str, Any]:
    """What the page of a round shows in place of single games; nothing where players play for themselves."""
    if not settings_of(row).teams.boards:
        return {}
    state = visible_state(row, officer=officer)
    by_game = {line["game"]: line for line in lines}
    listed = [_match(state, match, by_game) for match in matches(state, number)]
    return {
        "matches": listed,
        "alone": list(by_game.values()),
        "team_byes": sorted(
            ((team, state.teams[team].name) for team in team_byes(state, number)),
            key=lambda one: sort_key(one[1], state.details.language),
        ),
        "waiting_teams": [(team.id, team.name) for team in waiting_teams(state, number)],
    }


def _match(state: Tournament, match: Match, by_game: dict[Any, Mapping[str, Any]]) -> dict[str, Any]:
    """Takes its games out of ``by_game``."""
    return {
        "white": state.teams[match.white].name,
        "black": state.teams[match.black].name,
        "team": match.white,
        "met": [earlier.round for earlier in earlier_matches(state, match.round, match.teams)],
        "score": " : ".join(format_half_points(match.points2(team)) for team in match.teams),
        "finished": match.is_finished,
        "counts": is_counted(state, match),
        "games": [
            {**by_game.pop(board.pair.game_id), "board": board.number}
            for board in match.boards
            if board.pair.game_id in by_game
        ],
    }
