"""Whether something stood earlier on a line: the last positions are compared one by one, others looked up.

In most games a board can only equal one of the last few: before those there were never as many stones. Where
more have to be asked, a position keeps what stood up to it (seen.py), for every branch from there.
"""

from collections.abc import Hashable

from rules.actions import TakeButton
from rules.position import Position
from rules.seen import Naming, Seen

NEAR = 24
"""So many positions are compared one by one: for fewer, dictionaries cost more than they save."""


def previous(at: Position) -> Position | None:
    """The position before, on the same side of the button."""
    return None if type(at.last_action) is TakeButton else at.previous


def first_turn(named: Naming, name: Hashable, stones: int, last: Position) -> int | None:
    """The first turn on the line that ends with a position of a name with so many stones; None for none."""
    found = None
    at: Position | None = last
    for _ in range(NEAR):
        if at is None or at.peak < stones:
            return found
        if at.stones == stones and named(at) == name:
            found = at.turn
        at = previous(at)
    if at is None or at.peak < stones:
        return found
    first = _seen(named, at).first(name)
    return found if first is None else first


def _seen(named: Naming, last: Position) -> Seen:
    """What stood up to a position, this one included; it is kept there."""
    later: dict[Hashable, int] = {}
    at: Position | None = last
    while at is not None and (at.memory.seen is None or at.memory.seen.named is not named):
        later[named(at)] = at.turn  # going back: the first turn stays
        at = previous(at)
    seen = Seen(named) if at is None or at.memory.seen is None else at.memory.seen
    if later:
        seen = seen.then(later)
        last.memory = last.memory._replace(seen=seen)
    return seen
