"""Verification of consistency proofs, as RFC 9162 has it; the service only makes them."""

from collections.abc import Sequence

from games.log.tree.merkle import node_hash


def verify_consistency(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Return whether the tree of ``new`` leaves extends that of ``old`` leaves: section 2.1.4.2."""
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
            at, last = _skip_left_edge(at, last)
        else:
            second = node_hash(second, sibling)
        at, last = at >> 1, last >> 1
    return last == 0 and first == old_root and second == new_root


def _skip_left_edge(at: int, last: int) -> tuple[int, int]:
    """Ascend from the last node of a level to one that has a left sibling or is the first of its level."""
    while at and not at & 1:
        at, last = at >> 1, last >> 1
    return at, last
