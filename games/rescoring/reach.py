"""The games that a change of limits can affect. Pure.

| limit | affected games | rejudged |
|---|---|---|
| komi | games that were counted | from the margin: no action depends on komi |
| komi of a bowl (004) | every game | by a replay: stones in the bowl are played |
| stone supply | prisoner differences beyond the smaller of the two supplies | by a replay |
| continuations, claims, sequences | counts beyond the smaller of the two caps | by a replay |
| fine | games with a fine | by a replay |
| length | more turns than the smaller of the two lengths | by a replay |
| any of these but komi | games with an illegal turn | by a replay |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.game.margins import parse_ruleset
from rules.axes import Handicap
from rules.choices import AXES

CAPS = {
    "continuations": "continuations",
    "claims_per_player": "claims_made",
    "sequences_per_claim": "sequences",
}
"""Axes that are caps, and the columns that they limit."""

_KOMI_AXES = {"komi", "handicap_komi"}
_HANDLED_AXES = {"stone_supply", "fine", *_KOMI_AXES, *CAPS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The games that a change requires to be replayed.

    ``beyond``: those that exceed the number in a column; ``illegal``: those with an illegal turn;
    ``komi_is_played``: those with another komi; ``every``: all that have a turn.
    """

    beyond: Mapping[str, int]
    illegal: bool
    komi_is_played: bool
    every: bool


@lru_cache(maxsize=256)
def reach_of_change(was: str, now: str, length_was: int | None, length_now: int | None, points: int) -> Reach:
    """Return the reach of a change of ruleset and length on a board of so many points, ignoring komi."""
    old, new = parse_ruleset(was), parse_ruleset(now)
    differ = {axis for axis in AXES if getattr(old, axis) != getattr(new, axis)}
    beyond = {
        column: _smaller(old.limit(axis), new.limit(axis)) for axis, column in CAPS.items() if axis in differ
    }
    beyond["lost_most"] = _smaller_on_change(old.supply(points), new.supply(points))
    beyond["turns"] = _smaller_on_change(length_was, length_now)
    beyond["fines"] = 0 if "fine" in differ else None
    return Reach(
        beyond={column: most for column, most in beyond.items() if most is not None},
        illegal=bool(differ - _KOMI_AXES) or length_was != length_now,
        komi_is_played=new.handicap is Handicap.BOWL,
        every=bool(differ - _HANDLED_AXES) or old.name != new.name,
    )


def _smaller_on_change(old: int | None, new: int | None) -> int | None:
    return None if old == new else _smaller(old, new)


def _smaller(old: int | None, new: int | None) -> int | None:
    caps = [cap for cap in (old, new) if cap is not None]
    return min(caps, default=None)
