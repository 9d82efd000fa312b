"""The values of a ruleset, one on each axis, with the accepted values and their texts.

The options of an axis are in axes.py; the numbers and flags are:

| name | value | meaning |
|---|---|---|
| token | points, a multiple of 1/2 | the value of a pass token to its holder, if territory is scored |
| button | points, a multiple of 1/2 | the value of the button, taken once in a game; 0: no button |
| white_passes_last | yes, no | if Black passed last, one more pass of White is counted |
| stone_supply | stones, half_board, unlimited | the prisoner difference beyond which a player may only pass |
| continuations | number, unlimited | how often a stopped game may continue |
| modified_ko | yes, no | whether a player may ask for modified ko in a continuation (002) |
| claims_per_player, sequences_per_claim | number, unlimited | limits of confirmation |
| fine | points, a multiple of 1/2 | the cost of an illegal move under pass_and_fine |
| komi, handicap_komi | points, multiples of 1/2 | for White; the second in handicap games, or none: komi |
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules import axes

UNLIMITED = "unlimited"
HALF_BOARD = "half_board"
_SMALL_BOARD = 100
_LONGEST_QUOTE = 40

Plain = str | float | int | bool | None
Limit = int | str
"""A whole number, or "unlimited"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """A value on each axis. Values may be given as their text; anything else raises ValueError."""

    repetition: axes.Repetition
    suicide: axes.Suicide
    passing: axes.Passing = axes.Passing.FREE
    token: float = 0.0
    white_passes_last: bool = False
    button: float = 0.0
    stone_supply: Limit = UNLIMITED
    stopping: axes.Stopping
    settling: axes.Settling
    resumption: axes.Resumption = axes.Resumption.NONE
    continuations: Limit = UNLIMITED
    modified_ko: bool = False
    disputed: axes.Disputed = axes.Disputed.ALIVE
    confirmation_ko: axes.ConfirmationKo = axes.ConfirmationKo.AS_IN_PLAY
    claims_per_player: Limit = UNLIMITED
    sequences_per_claim: Limit = UNLIMITED
    endless: axes.Endless = axes.Endless.IMPOSSIBLE
    scoring: axes.Scoring = axes.Scoring.AREA
    illegal_move: axes.IllegalMove = axes.IllegalMove.REFUSED
    fine: float = 0.0
    komi: float = 0.0
    handicap: axes.Handicap = axes.Handicap.CONSECUTIVE_MOVES
    handicap_komi: float | None = None
    handicap_compensation: axes.Compensation = axes.Compensation.NONE
    ties: axes.Ties = axes.Ties.DRAW

    def __post_init__(self) -> None:
        for axis, read in AXES.items():
            object.__setattr__(self, axis, read(axis, getattr(self, axis)))

    @property
    def may_draw(self) -> bool:
        """Return whether a game can be drawn: by equal totals, or by claim, agreement or right."""
        if self.endless in (axes.Endless.DRAW_ON_CLAIM, axes.Endless.DRAW_RIGHT):
            return True
        halves = self.fine % 1 or self.token % 1 or (self.komi + self.button) % 1 == 0
        return bool(self.scoring is not axes.Scoring.NONE and self.ties is axes.Ties.DRAW and halves)

    def supply(self, points: int) -> int | None:
        """Return the largest prisoner difference on a board of so many points; None if unlimited.

        Half the points, or all of them below 100 points, if the ruleset has half_board (002).
        """
        if self.stone_supply == HALF_BOARD:
            return points // 2 if points >= _SMALL_BOARD else points
        return self.limit("stone_supply")

    def limit(self, axis: str) -> int | None:
        """Return the number on an axis that has one; None if it is unlimited.

        ValueError for an unknown axis.
        """
        if axis not in AXES:
            raise ValueError(f"no such axis: {quote(axis)}; there are {', '.join(AXES)}")
        value = getattr(self, axis)
        return value if isinstance(value, int) else None


def _points(axis: str, value: object) -> float:
    """Return a number of points; ValueError unless it is a multiple of 1/2 within the limits."""
    if isinstance(value, str):
        raise ValueError(f"{axis} is a number, not text: {quote(value)}")  # noqa: TRY004  # as any other value
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if not abs(number) <= MOST_POINTS or number * 2 != int(number * 2):  # NaN fails the first comparison
        raise ValueError(f"{axis} is a multiple of 1/2 up to {MOST_POINTS}, not {value!r}")
    return float(number) or 0.0


def _positive(axis: str, value: object) -> float:
    points = _points(axis, value)
    if points < 0:
        raise ValueError(f"{axis} is not negative, as {value!r} is")
    return points


def _points_or_none(axis: str, value: object) -> float | None:
    return None if value is None else _points(axis, value)


def _flag(axis: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{axis} is true or false, not {value!r}")  # noqa: TRY004  # as for any other value
    return value


def _limit(*words: str) -> Callable[[str, object], Limit]:
    def read(axis: str, value: object) -> Limit:
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS:
            return value
        raise ValueError(f"{axis} is {', '.join(words)} or a number from 0 to {MOST_POINTS}, not {value!r}")

    return read


def _option(options: type[axes.Option]) -> Callable[[str, object], axes.Option]:
    def read(axis: str, value: object) -> axes.Option:
        for option in options:
            if option == value:
                return option
        raise ValueError(f"{axis} is one of {', '.join(options)}, not {value!r}")

    return read


MOST_POINTS = 10_000
"""The largest komi, supply and number of continuations that a ruleset may have."""

AXES: Mapping[str, Callable[[str, object], object]] = {
    "repetition": _option(axes.Repetition),
    "suicide": _option(axes.Suicide),
    "passing": _option(axes.Passing),
    "token": _positive,
    "white_passes_last": _flag,
    "button": _positive,
    "stone_supply": _limit(UNLIMITED, HALF_BOARD),
    "stopping": _option(axes.Stopping),
    "settling": _option(axes.Settling),
    "resumption": _option(axes.Resumption),
    "continuations": _limit(UNLIMITED),
    "modified_ko": _flag,
    "disputed": _option(axes.Disputed),
    "confirmation_ko": _option(axes.ConfirmationKo),
    "claims_per_player": _limit(UNLIMITED),
    "sequences_per_claim": _limit(UNLIMITED),
    "endless": _option(axes.Endless),
    "scoring": _option(axes.Scoring),
    "illegal_move": _option(axes.IllegalMove),
    "fine": _positive,
    "komi": _points,
    "handicap": _option(axes.Handicap),
    "handicap_komi": _points_or_none,
    "handicap_compensation": _option(axes.Compensation),
    "ties": _option(axes.Ties),
}
"""Every axis with the parser of its value."""

_FLAGS = {"yes": True, "no": False}
_NUMBERS = (_points, _positive, _points_or_none)


def quote(value: object) -> str:
    """Return a value for an error message, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}..."


def parse_value(axis: str, text: str) -> object:
    """Return the value of a text on an axis; values of the wrong type are left for the axis to refuse."""
    read = AXES.get(axis)
    if read is _flag:
        return _FLAGS.get(text, text)
    if read is _points_or_none and text == "none":
        return None
    if read in _NUMBERS:
        return _number(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_POINTS)) else text


def _number(text: str) -> float | str:
    """Return a number in the digits 0 to 9; float() would accept those of every script, and underscores."""
    try:
        return float(text) if text.isascii() and "_" not in text else text
    except ValueError:
        return text


def json_value(value: object) -> Plain:
    """Return a value as JSON."""
    return value if isinstance(value, float | int | None) else str(value)


def format_value(value: Plain) -> str:
    """Return a value as in the text of a ruleset; :func:`parse_value` reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
