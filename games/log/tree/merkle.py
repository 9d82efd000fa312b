"""The hashes of RFC 9162, section 2.1.1, and the roots of any part of a log (pure)."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

Node = Callable[[int, int], bytes]
"""``(height, number)``: hash of the ``number``th complete subtree of ``2**height`` leaves from the left."""

EMPTY = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(size: int, node: Node) -> bytes:
    """Of the first ``size`` leaves."""
    return part(0, size, node) if size else EMPTY


def part(start: int, end: int, node: Node) -> bytes:
    """The hash of the leaves from ``start`` up to ``end``, where ``start`` begins a subtree."""
    leaves = end - start
    if leaves & (leaves - 1) == 0:
        height = leaves.bit_length() - 1
        return node(height, start >> height)
    middle = start + split(leaves)
    return node_hash(part(start, middle, node), part(middle, end, node))


def split(leaves: int) -> int:
    """The largest power of two smaller than the number of leaves, which is at least 2."""
    return 1 << ((leaves - 1).bit_length() - 1)


def levels(hashes: list[bytes]) -> list[list[bytes]]:
    """Row upon row of the complete subtrees over these hashes, beginning with themselves."""
    rows = [hashes]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([node_hash(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)])
    return rows


def inclusion(index: int, size: int, node: Node) -> list[bytes]:
    """Section 2.1.3.1: from the sibling of leaf ``index`` (from 0) up to the child of the root."""
    path, start, end = [], 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            path.append(part(middle, end, node))
            end = middle
        else:
            path.append(part(start, middle, node))
            start = middle
    return path[::-1]


def consistency(old: int, new: int, node: Node) -> list[bytes]:
    """Section 2.1.4.1: that the first ``old`` leaves of ``new`` are what they were; none for 0 or all."""
    path, start, end, known = [], 0, new, True
    while 0 < old < end:
        middle = start + split(end - start)
        if old <= middle:
            path.append(part(middle, end, node))
            end = middle
        else:
            path.append(part(start, middle, node))
            start, known = middle, False
    if old and not known:
        path.append(part(start, end, node))
    return path[::-1]


def included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Section 2.1.3.2: whether the leaf with this hash stands at ``index`` of the tree with this root."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            at, last = _to_right_child(at, last)
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def consistent(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Section 2.1.4.2: whether the tree of ``new`` leaves begins with that of ``old`` leaves."""
    if not 0 < old < new:
        return not path and (old == 0 or (old == new and old_root == new_root))
    way = [old_root, *path] if old & (old - 1) == 0 else list(path)
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    if not path:
        return False
    first = second = way[0]
    for sibling in way[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            first, second = node_hash(sibling, first), node_hash(sibling, second)
            at, last = _to_right_child(at, last)
        else:
            second = node_hash(second, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def _to_right_child(at: int, last: int) -> tuple[int, int]:
    """Up to where this node, the last of its row, has a brother to its left or is the first of all."""
    while at and not at & 1:
        at, last = at >> 1, last >> 1
    return at, last


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
