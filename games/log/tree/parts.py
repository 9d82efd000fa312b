"""A tree without some of its leaves: which hashes must stand beside those for its root to follow (pure)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from games.log.tree.hashing import split


def parts_without(indices: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """The largest parts, from the left, of a tree of ``size`` leaves in which none of the ``indices`` is.

    A part is the leaves from ``begin`` up to ``end``, not included, as RFC 9162 splits. ``indices`` rise.
    """
    if size:
        yield from _parts(indices, 0, len(indices), 0, size)


def _parts(indices: Sequence[int], first: int, last: int, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Of a part whose indices are those from ``first`` up to ``last``."""
    if first == last:
        yield begin, end
    elif last - first < end - begin:
        middle = begin + split(end - begin)
        between = bisect_left(indices, middle, first, last)
        yield from _parts(indices, first, between, begin, middle)
        yield from _parts(indices, between, last, middle, end)
