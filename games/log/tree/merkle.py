"""The Merkle trees of RFC 9162: hashes (section 2.1.1), inclusion and consistency proofs (pure)."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

Node = Callable[[int, int], bytes]
"""``(height, number)``: hash of the ``number``th complete subtree of ``2**height`` leaves from the left."""

EMPTY_ROOT = sha256(b"").digest()


def leaf_hash(data: bytes) -> bytes:
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(size: int, node: Node) -> bytes:
    """Return the root of the first ``size`` leaves."""
    return subtree_hash(0, size, node) if size else EMPTY_ROOT


def subtree_hash(start: int, end: int, node: Node) -> bytes:
    """Return the hash of the leaves from ``start`` up to ``end``, where ``start`` begins a subtree."""
    leaves = end - start
    if leaves & (leaves - 1) == 0:
        height = leaves.bit_length() - 1
        return node(height, start >> height)
    middle = start + split(leaves)
    return node_hash(subtree_hash(start, middle, node), subtree_hash(middle, end, node))


def split(leaves: int) -> int:
    """Return the largest power of two smaller than the number of leaves, which is at least 2."""
    return 1 << ((leaves - 1).bit_length() - 1)


def levels(hashes: list[bytes]) -> list[list[bytes]]:
    """Return the levels of complete subtrees over these hashes, from the hashes up."""
    rows = [hashes]
    while len(rows[-1]) > 1:
        row = rows[-1]
        rows.append([node_hash(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)])
    return rows


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """Return the inclusion proof of leaf ``index`` (from 0), from its sibling up: section 2.1.3.1."""
    path, start, end = [], 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            path.append(subtree_hash(middle, end, node))
            end = middle
        else:
            path.append(subtree_hash(start, middle, node))
            start = middle
    return path[::-1]


def consistency_proof(old: int, new: int, node: Node) -> list[bytes]:
    """Return the proof that a tree of ``new`` leaves extends one of ``old``: section 2.1.4.1."""
    path, start, end, known = [], 0, new, True
    while 0 < old < end:
        middle = start + split(end - start)
        if old <= middle:
            path.append(subtree_hash(middle, end, node))
            end = middle
        else:
            path.append(subtree_hash(start, middle, node))
            start, known = middle, False
    if old and not known:
        path.append(subtree_hash(start, end, node))
    return path[::-1]


def verify_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Return whether the leaf with this hash is at ``index`` of the tree with this root: section 2.1.3.2."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            at, last = _skip_left_edge(at, last)
        else:
            found = node_hash(found, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def _skip_left_edge(at: int, last: int) -> tuple[int, int]:
    """Ascend from the last node of a level to one that has a left sibling or is the first of its level."""
    while at and not at & 1:
        at, last = at >> 1, last >> 1
    return at, last


def subtrees_without(indices: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """Yield the largest subtrees of a tree of ``size`` leaves, from the left, without any of ``indices``.

    Their hashes prove the root of a log from which some leaves are removed. A subtree is the range of leaves
    from ``begin`` to ``end``, exclusive. ``indices`` are in ascending order.
    """
    if size:
        yield from _subtrees(indices, 0, len(indices), 0, size)


def _subtrees(
    indices: Sequence[int], first: int, last: int, begin: int, end: int
) -> Iterator[tuple[int, int]]:
    """Yield those of a subtree, to which the indices from ``first`` to ``last`` belong."""
    if first == last:
        yield begin, end
    elif last - first < end - begin:
        middle = begin + split(end - begin)
        between = bisect_left(indices, middle, first, last)
        yield from _subtrees(indices, first, between, begin, middle)
        yield from _subtrees(indices, between, last, middle, end)
