"""Ratings before and after a tournament, as plain JSON values for REST and commands.

Rounded for people: ratings and their changes to three decimals, probabilities to six.
"""

from collections.abc import Mapping
from typing import Any

from games.log.plain import decode
from tournaments.competition.history import History
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import (
    GameLine,
    KnownBy,
    LeftOut,
    Rated,
    TimeClass,
    class_of,
    rank_of,
    ratings_of,
)
from tournaments.events import Details
from tournaments.reading.queries import Name
from tournaments.reading.visibility import visible_history
from tournaments.tables.rows import TournamentRow

SYSTEM = "egf-2021"


def class_told(row: TournamentRow, asked: str = "") -> tuple[TimeClass | None, KnownBy]:
    """The time class: as ``asked``, else as the tournament's poster says, else by its time."""
    poster: Details = decode(Details, row.poster)
    return class_of(asked or poster.time_class, poster.time, online=poster.online)


def ratings_body(row: TournamentRow, asked: str = "", *, officer: bool = False) -> dict[str, Any]:
    """EGF ratings with every game explained. Ratings before the event are those entered.

    ``asked``: a time class "A" to "D" in place of the tournament's own. Games of rounds that are not
    published are rated for officers only.
    """
    time_class, known_by = class_told(row, asked)
    history, names, _ = visible_history(row, officer=officer)
    table = ratings_of(history, time_class)
    return {
        "tournament": row.slug,
        "system": SYSTEM,
        "class": time_class.value if time_class else None,
        "class_by": known_by.value,
        "weight": time_class.weight if time_class else 0.0,
        "rows": [_row(rated, history, names) for rated in table.rows],
        "left_out": [_left_out(item, names) for item in table.left_out],
    }


def _row(rated: Rated, history: History, names: Mapping[str, Name]) -> dict[str, Any]:
    name = names[rated.player]
    return {
        "entry": rated.player,
        "name": str(name),
        "key": name.key,
        "rank": format_rank(history.entrants[rated.player].rank),
        "before": round(rated.before, 3),
        "after": round(rated.after, 3),
        "rank_after": format_rank(rank_of(rated.after)),
        "change": round(rated.change, 3),
        "bonus": round(rated.bonus, 3),
        "games": [_game(line, names) for line in rated.games],
    }


def _game(line: GameLine, names: Mapping[str, Name]) -> dict[str, Any]:
    return {
        "round": line.round,
        "table": line.table,
        "opponent": line.opponent,
        "opponent_name": str(names[line.opponent]),
        "opponent_rating": round(line.opponent_rating, 3),
        "colour": line.colour,
        "handicap": line.handicap,
        "con": round(line.con, 3),
        "se": round(line.se, 6),
        "sa": line.sa,
        "change": round(line.change, 3),
        "bonus": round(line.bonus, 3),
    }


def _left_out(item: LeftOut, names: Mapping[str, Name]) -> dict[str, Any]:
    game = item.game
    return {
        "round": game.round,
        "table": game.table,
        "white": str(names[game.white]),
        "black": str(names[game.black]),
        "why": item.why.value,
    }
