"""What a tournament does to the ratings of those who play in it, and which games it leaves out, and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.history import Game, History, Winner
from tournaments.ratings.egf import TOP, Rated, RatedGame, rate
from tournaments.ratings.times import TimeClass

FULL_BOARD = 19


class Unrated(StrEnum):
    """Why a game is not rated; the names are stable."""

    NO_RESULT = "no_result"
    BY_DEFAULT = "by_default"
    SMALL_BOARD = "board_is_not_19x19"
    OFF_SCALE = "rating_off_scale"  # of one player: 3300 or more


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    game: Game
    why: Unrated


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """``rows``: everybody entered, the highest rating after the event first. ``left_out``: not rated."""

    time_class: TimeClass
    rows: tuple[Rated, ...]
    left_out: tuple[LeftOut, ...]


def ratings_of(
    history: History, time_class: TimeClass = TimeClass.A, ratings: Mapping[str, float] | None = None
) -> Table:
    """The EGF ratings after the event. ``ratings``: before it, by entrant, where not as entered."""
    before = {id_: float(entrant.rating) for id_, entrant in history.entrants.items()} | dict(ratings or {})
    reasons = [(game, _why_not(game, history, before)) for game in history.games]
    rated = rate(before, [_rated(game) for game, why in reasons if why is None], time_class)
    entered = [entrant for entrant in history.entrants.values() if entrant.final or rated[entrant.id].games]
    entered.sort(key=lambda entrant: (-rated[entrant.id].after, entrant.order))
    return Table(
        time_class=time_class,
        rows=tuple(rated[entrant.id] for entrant in entered),
        left_out=tuple(LeftOut(game=game, why=why) for game, why in reasons if why is not None),
    )


def _why_not(game: Game, history: History, ratings: Mapping[str, float]) -> Unrated | None:
    if game.result.winner is Winner.NOBODY_YET:
        return Unrated.NO_RESULT
    if game.result.by_default:
        return Unrated.BY_DEFAULT
    if history.settings.board_size != FULL_BOARD:
        return Unrated.SMALL_BOARD
    if max(ratings[game.white], ratings[game.black]) >= TOP:
        return Unrated.OFF_SCALE
    return None


def _rated(game: Game) -> RatedGame:
    return RatedGame(
        round=game.round,
        table=game.table,
        white=game.white,
        black=game.black,
        handicap=game.handicap,
        white_score=game.result.points2(for_black=False) / 2,
        black_score=game.result.points2(for_black=True) / 2,
    )
