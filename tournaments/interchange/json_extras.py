"""Data in the JSON of a tournament besides its log: teams, pairing of rounds, changes of ratings."""

from collections.abc import Iterator
from typing import Any

from games.log.serialisation import encode
from tournaments.competition.ratings import class_of, ratings_of
from tournaments.formats.outgoing import Outgoing
from tournaments.loading import load_at
from tournaments.reading.visibility import public_state
from tournaments.state.groups import groups_of, with_teams_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow
from tournaments.teams.standings import team_standings

EXACT = ("total", "optimum", "bound")  # above 2**53, so written as text


def rounds_of(row: TournamentRow, outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    """Return each round with seed, rules, sums and pairs, as of the exported position."""
    state = _state(row, outgoing)
    for number in sorted(state.rounds):
        round_ = encode(state.rounds[number])
        pairs = sorted(round_.pop("pairs").values(), key=lambda pair: (pair["table"], pair["game_id"]))
        exact = {name: str(round_[name]) for name in EXACT}
        yield {**round_, **exact, "pairs": [_pair(pair) for pair in pairs]}


def teams_of(row: TournamentRow, outgoing: Outgoing, last: int) -> Iterator[dict[str, Any]]:
    """Return each team with its members and its place in its group after round ``last``."""
    state = _state(row, outgoing)
    for group in groups_of(state) if state.teams else ():
        for standing in team_standings(with_teams_of(state, group), last).rows:
            team = state.teams[standing.entrant_id]
            yield {**encode(team), "place": standing.place, "scores": standing.plain()}


def _state(row: TournamentRow, outgoing: Outgoing) -> Tournament:
    state, _ = load_at(str(row.id), outgoing.position)
    return public_state(state) if outgoing.public else state


def _pair(pair: dict[str, Any]) -> dict[str, Any]:
    return {**pair, "total": str(pair["total"])}


def ratings_body(outgoing: Outgoing) -> dict[str, Any]:
    """Return the ratings before and after by the EGF's system, and the class; ``/ratings/`` has each game."""
    time_class, known_by = class_of(outgoing.time_class, outgoing.time, online=outgoing.online)
    table = ratings_of(outgoing.history, time_class)
    return {
        "system": "egf-2021",
        "class": time_class.value if time_class else None,
        "class_by": known_by.value,
        "rows": [
            {"player": row.player, "before": round(row.before, 3), "after": round(row.after, 3)}
            for row in table.rows
        ],
        "left_out": [
            {"round": left.game.round, "table": left.game.table, "why": left.why.value}
            for left in table.left_out
        ],
    }
