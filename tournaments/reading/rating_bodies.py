"""Ratings before and after a tournament, as plain JSON values for REST and commands.

Ratings and their changes are rounded to three decimals, probabilities to six.
"""

from collections.abc import Mapping
from typing import Literal, TypedDict

from games.log.serialisation import decode
from games.rest.bodies import IdText, RankText, UriText
from tournaments.competition.history import History
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import (
    ClassSource,
    GameLine,
    RatedPlayer,
    ReasonUnrated,
    TimeClass,
    UnratedGame,
    class_of,
    rank_of,
    ratings_of,
)
from tournaments.reading.names import SideBody, side_body
from tournaments.reading.queries import Name
from tournaments.reading.visibility import visible_history
from tournaments.state.tournament import Details
from tournaments.tables.rows import TournamentRow

SYSTEM = "egf-2021"


class RatedGameBody(TypedDict):
    """A rated game: ``change`` = class weight x ``con`` x (``sa`` - ``se``); ``bonus`` includes the weight.

    ``con``: factor by the player's rating; ``se``: expected score, ``sa``: actual score, from 0 to 1. Ratings
    are EGF ratings (GoR).
    """

    round: int
    table: int
    opponent: IdText
    opponent_name: str
    opponent_rating: float
    colour: Literal["black", "white", "unknown"]
    handicap: int
    con: float
    se: float
    sa: float
    change: float
    bonus: float


class RatedBody(SideBody):
    """Rating of a player; ``after`` is never below -900.

    ``rank`` as entered, ``rank_after`` for the new rating. ``bonus``: the EGF's, in addition to ``change``.
    """

    rank: RankText
    before: float
    after: float
    rank_after: RankText
    change: float
    bonus: float
    games: list[RatedGameBody]


class LeftOutBody(TypedDict):
    round: int
    table: int
    white: str
    black: str
    reason: ReasonUnrated


Classed = TypedDict("Classed", {"class": TimeClass | None})
"""The base of ``RatingsBody`` with its field ``class``, a keyword of Python."""


class RatingsBody(Classed):
    """Ratings after a tournament, the highest new rating first; ``class`` null: no game is rated.

    ``next``: the address of the next page, null on the last page.
    """

    tournament: str
    system: str
    class_by: ClassSource
    weight: float
    results: list[RatedBody]
    left_out: list[LeftOutBody]
    next: UriText | None


def time_class_of(row: TournamentRow, requested: str = "") -> tuple[TimeClass | None, ClassSource]:
    """Return the time class and its source: ``requested``, the tournament's poster, or its time settings."""
    poster: Details = decode(Details, row.poster)
    return class_of(requested or poster.time_class, poster.time, online=poster.online)


def ratings_body(row: TournamentRow, class_name: str = "", *, officer: bool = False) -> RatingsBody:
    """Return EGF ratings with every game explained. Ratings before the event are those entered.

    ``class_name``: a time class "A" to "D" in place of the tournament's own. Games of unpublished rounds are
    rated for officers only.
    """
    time_class, known_by = time_class_of(row, class_name)
    history, names, _ = visible_history(row, officer=officer)
    table = ratings_of(history, time_class)
    return {
        "tournament": row.slug,
        "system": SYSTEM,
        "class": time_class,
        "class_by": known_by,
        "weight": time_class.weight if time_class else 0.0,
        "results": [_row(rated, history, names) for rated in table.rows],
        "left_out": [_left_out(item, names) for item in table.left_out],
        "next": None,
    }


def _row(rated: RatedPlayer, history: History, names: Mapping[str, Name]) -> RatedBody:
    return {
        **side_body(rated.player, names),
        "rank": format_rank(history.entrants[rated.player].rank),
        "before": round(rated.before, 3),
        "after": round(rated.after, 3),
        "rank_after": format_rank(rank_of(rated.after)),
        "change": round(rated.change, 3),
        "bonus": round(rated.bonus, 3),
        "games": [_game(line, names) for line in rated.games],
    }


def _game(line: GameLine, names: Mapping[str, Name]) -> RatedGameBody:
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


def _left_out(item: UnratedGame, names: Mapping[str, Name]) -> LeftOutBody:
    game = item.game
    return {
        "round": game.round,
        "table": game.table,
        "white": str(names[game.white]),
        "black": str(names[game.black]),
        "reason": item.why,
    }
