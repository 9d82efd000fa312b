"""The search for an earlier position: the last few are compared one by one, others are looked up in an index.

In most games a board can equal only one of the last few: before those there were never as many stones. If
more have to be searched, a position stores an index of those up to it (``TurnIndex``), for every branch from
there.
"""

from collections.abc import Hashable

from rules.actions import TakeButton
from rules.position import NameOf, Position, TurnIndex

COMPARED_ONE_BY_ONE = 24
"""The number of positions compared one by one: below it, dictionaries cost more than they save."""


def previous(at: Position) -> Position | None:
    """Return the position before, unless the button was taken in between."""
    return None if type(at.last_action) is TakeButton else at.previous


def first_turn(name_of: NameOf, name: Hashable, stones: int, last: Position) -> int | None:
    """Return the first turn on a line whose position has this name and so many stones, or None."""
    found = None
    at: Position | None = last
    for _ in range(COMPARED_ONE_BY_ONE):
        if at is None or at.peak < stones:
            return found
        if at.stones == stones and name_of(at) == name:
            found = at.turn
        at = previous(at)
    if at is None or at.peak < stones:
        return found
    first = _index_up_to(name_of, at).first(name)
    return found if first is None else first


def _index_up_to(name_of: NameOf, last: Position) -> TurnIndex:
    """Return the index of the positions up to this one, which is stored with it."""
    later: dict[Hashable, int] = {}
    at: Position | None = last
    while at is not None and (at.memory.seen is None or at.memory.seen.name_of is not name_of):
        later[name_of(at)] = at.turn  # in reverse, so that the first turn remains
        at = previous(at)
    seen = TurnIndex(name_of) if at is None or at.memory.seen is None else at.memory.seen
    if later:
        seen = seen.then(later)
        last.memory = last.memory._replace(seen=seen)
    return seen
