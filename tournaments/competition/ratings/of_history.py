"""The effect of a tournament on its players' ratings, and the games left out, with reasons."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournaments.competition.facts import GameFacts
from tournaments.competition.history import Game, History, Winner
from tournaments.competition.ratings.egf import TOP, RatedGame, RatedPlayer, rate
from tournaments.competition.ratings.times import TimeClass

FULL_BOARD = 19


class ReasonUnrated(StrEnum):
    """The reasons why a game is not rated; the names are stable."""

    NO_RESULT = "no_result"
    NO_CLASS = "no_time_class"  # less time than class C requires, or by the director's decision
    PAIR_GO = "pair_go"  # two players have one rating there
    BY_DEFAULT = "by_default"
    SMALL_BOARD = "board_is_not_19x19"
    NO_COLOURS = "colours_unknown"  # with stones, but unknown colours
    OFF_SCALE = "rating_off_scale"  # of one player: 3300 or more


@dataclass(frozen=True, slots=True, kw_only=True)
class UnratedGame:
    game: Game
    why: ReasonUnrated


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rating changes of a tournament.

    ``rows``: everybody entered, the highest rating after the event first. ``left_out``: games that are not
    rated.
    """

    time_class: TimeClass | None
    rows: tuple[RatedPlayer, ...]
    left_out: tuple[UnratedGame, ...]


def ratings_of(
    history: History, time_class: TimeClass | None = TimeClass.A, ratings: Mapping[str, float] | None = None
) -> Table:
    """Return the EGF ratings after the event.

    ``ratings``: before it, by entrant, if not as entered. ``time_class`` None: no game is rated.
    """
    before = {id_: float(entrant.rating) for id_, entrant in history.entrants.items()} | dict(ratings or {})
    reasons = [(game, _why_not(game, history, before, time_class)) for game in history.games]
    games = [_as_rated_game(game) for game, why in reasons if why is None]
    rated = rate(before, games, time_class or TimeClass.A)  # without a class there are no games
    entered = [entrant for entrant in history.entrants.values() if entrant.final or rated[entrant.id].games]
    entered.sort(key=lambda entrant: (-rated[entrant.id].after, entrant.order))
    return Table(
        time_class=time_class,
        rows=tuple(rated[entrant.id] for entrant in entered),
        left_out=tuple(UnratedGame(game=game, why=why) for game, why in reasons if why is not None),
    )


def _why_not(
    game: Game, history: History, ratings: Mapping[str, float], time_class: TimeClass | None
) -> ReasonUnrated | None:
    return (
        _reason_in_game(game)
        or _reason_in_tournament(history, time_class)
        or _reason_in_players(game, ratings)
    )


def _reason_in_game(game: Game) -> ReasonUnrated | None:
    if game.result.winner is Winner.NOBODY_YET:
        return ReasonUnrated.NO_RESULT
    if game.result.by_default:
        return ReasonUnrated.BY_DEFAULT
    if game.handicap and not game.colours_known:
        return ReasonUnrated.NO_COLOURS
    return None


def _reason_in_tournament(history: History, time_class: TimeClass | None) -> ReasonUnrated | None:
    """Return the reason that keeps every game of the tournament from being rated."""
    if time_class is None:
        return ReasonUnrated.NO_CLASS
    if history.settings.players_per_side != 1:
        return ReasonUnrated.PAIR_GO
    if history.settings.board_size != FULL_BOARD:
        return ReasonUnrated.SMALL_BOARD
    return None


def _reason_in_players(game: Game, ratings: Mapping[str, float]) -> ReasonUnrated | None:
    return ReasonUnrated.OFF_SCALE if max(ratings[game.white], ratings[game.black]) >= TOP else None


def _as_rated_game(game: Game) -> RatedGame:
    return RatedGame(
        round=game.round,
        white_score=game.result.points2(for_black=False) / 2,
        black_score=game.result.points2(for_black=True) / 2,
        **GameFacts.facts_of(game),
    )
