"""The hashes of RFC 9162, section 2.1.1, and the roots of any part of a log (pure)."""

from collections.abc import Callable
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
