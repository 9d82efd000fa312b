"""The tree over the events of this database.

Nothing is done when an event is stored. A request for a head or a proof stores the root of every block of 256
events that has filled since; what lies within a block is computed from its events.
"""

from collections.abc import Iterator

from games.log import raw, store
from games.log.damage import damaged
from games.log.digests import line
from games.log.raw import Row
from games.log.tables import KeptCheckpoint, TreeBlock
from games.log.tree import merkle
from games.log.tree.merkle import EMPTY, leaf_hash, levels, node_hash

HEIGHT = 8
BLOCK = 1 << HEIGHT  # events
AT_ONCE = 16  # blocks that are held while many are read


def leaf_data(row: Row) -> bytes:
    """The data of a leaf: the event's line as its digest covers it."""
    return line(row, row.position - (row.joined or 0)).encode()


class Tree:
    """The tree over the first ``size`` events; keeps what it has read. Refuses with ``log_damaged``."""

    def __init__(self, size: int | None = None) -> None:
        self.size = store.head() if size is None else size
        self._above = levels(_roots(self.size // BLOCK))
        self._within: dict[int, list[list[bytes]]] = {}

    def root(self) -> bytes:
        return merkle.root(self.size, self.node)

    def node(self, height: int, number: int) -> bytes:
        """See ``hashing.Node``; the subtree lies within ``size``."""
        if height >= HEIGHT:
            return self._above[height - HEIGHT][number]
        block, place = divmod(number << height, BLOCK)
        return self._levels(block)[height][place >> height]

    def _levels(self, block: int) -> list[list[bytes]]:
        if block not in self._within:
            start = block * BLOCK
            self._within[block] = levels(_leaves(start, min(start + BLOCK, self.size)))
        return self._within[block]


def forget() -> None:
    """Delete all roots: they are computed again at the next request."""
    TreeBlock.objects.all().delete()


def _roots(full: int) -> list[bytes]:
    """The roots of the first ``full`` blocks; stores those that are missing."""
    known = TreeBlock.objects.filter(number__lt=full).order_by("number")
    roots = [bytes(root) for root in known.values_list("root", flat=True)]
    for first in range(len(roots), full, AT_ONCE):
        after = min(first + AT_ONCE, full)
        hashes = _leaves(first * BLOCK, after * BLOCK)
        found = [levels(hashes[at : at + BLOCK])[-1][0] for at in range(0, len(hashes), BLOCK)]
        rows = [TreeBlock(number=number, root=root) for number, root in enumerate(found, start=first)]
        TreeBlock.objects.bulk_create(rows, ignore_conflicts=True)  # another process may store the same
        roots += found
    return roots


def _leaves(start: int, end: int) -> list[bytes]:
    """The hashes of leaves ``start`` up to ``end``."""
    hashes = []
    for index, row in enumerate(raw.rows(after=start, upto=end), start):
        if row.position != index + 1 or not row.sound:
            damaged(row.stream, row.version)
        hashes.append(leaf_hash(leaf_data(row)))
    if len(hashes) < end - start:
        damaged("log", start + len(hashes) + 1)
    return hashes


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
