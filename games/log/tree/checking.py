"""Check stored roots and signed heads against the events; takes the leaf of every event in order."""

from collections.abc import Iterator

from games.log.raw import Row
from games.log.tree.blocks import BLOCK, HEIGHT, leaf_data
from games.log.tree.hashing import EMPTY, leaf_hash, node_hash
from games.log.tree.tables import KeptCheckpoint, TreeBlock

WRITTEN = "block {number} of the tree is not what the events say"
SIGNED = "the log does not begin with the {size} events that its checkpoint of that size was signed for"


def leaf_of(row: Row) -> bytes:
    """The hash of a row in the tree."""
    return leaf_hash(leaf_data(row))


class TreeCheck:
    """Names the first block and the first head that are wrong: with one leaf, all that follow are."""

    def __init__(self) -> None:
        self._written = self._signed = ""
        self._subtrees: list[tuple[int, bytes]] = []  # height and hash, from the left
        self._size = 0
        self._heads = dict(KeptCheckpoint.objects.values_list("size", "root"))
        self._blocks = dict(TreeBlock.objects.values_list("number", "root"))

    def take(self, leaf: bytes) -> None:
        self._size += 1
        self._push(leaf)
        signed = self._heads.pop(self._size, None)
        if signed is not None and bytes(signed) != self._root():
            self._signed = self._signed or SIGNED.format(size=self._size)

    def end(self) -> Iterator[str]:
        """The faults as sentences, when the last row was taken."""
        if self._heads:
            self._signed = self._signed or SIGNED.format(size=min(self._heads))
        if self._blocks:
            self._written = self._written or WRITTEN.format(number=min(self._blocks))
        yield from filter(None, (self._written, self._signed))

    def _push(self, leaf: bytes) -> None:
        height, found = 0, leaf
        while self._subtrees and self._subtrees[-1][0] == height:
            height, found = height + 1, node_hash(self._subtrees.pop()[1], found)
            if height == HEIGHT:
                self._compare_block(found)
        self._subtrees.append((height, found))

    def _compare_block(self, found: bytes) -> None:
        number = self._size // BLOCK - 1
        stored = self._blocks.pop(number, None)
        if stored is not None and bytes(stored) != found:
            self._written = self._written or WRITTEN.format(number=number)

    def _root(self) -> bytes:
        found = self._subtrees[-1][1] if self._subtrees else EMPTY
        for _, left in reversed(self._subtrees[:-1]):
            found = node_hash(left, found)
        return found
