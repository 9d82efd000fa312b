"""Proofs of RFC 9162: made from the hashes of subtrees, checked from bytes alone (pure)."""

from collections.abc import Sequence

from games.log.tree.hashing import Node, node_hash, part, split


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
