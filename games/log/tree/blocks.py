"""The Merkle tree over the events of this database.

Appending does not touch it. A request for a checkpoint or a proof stores the roots of all blocks of 256
events that have been completed since; hashes within a block are computed from its events.
"""

from collections.abc import Iterator

from games.log import raw, store
from games.log.damage import refuse_damaged
from games.log.digests import line
from games.log.raw import Row
from games.log.tables import KeptCheckpoint, TreeBlock
from games.log.tree import merkle
from games.log.tree.merkle import EMPTY_ROOT, leaf_hash, levels, node_hash

HEIGHT = 8
BLOCK_SIZE = 1 << HEIGHT  # events
BLOCKS_PER_READ = 16  # held in memory


def leaf_data(row: Row) -> bytes:
    """Return the data of a leaf: the event's line that its digest covers."""
    return line(row, row.position - (row.joined or 0)).encode()


class Tree:
    """The tree over the first ``size`` events; caches hashes. Refuses with ``log_damaged``."""

    def __init__(self, size: int | None = None) -> None:
        self.size = store.head() if size is None else size
        self._above = levels(_roots(self.size // BLOCK_SIZE))
        self._within: dict[int, list[list[bytes]]] = {}

    def root(self) -> bytes:
        return merkle.root(self.size, self.node)

    def node(self, height: int, number: int) -> bytes:
        """Return the hash of a subtree; see ``merkle.Node``. The subtree is within ``size``."""
        if height >= HEIGHT:
            return self._above[height - HEIGHT][number]
        block, place = divmod(number << height, BLOCK_SIZE)
        return self._levels(block)[height][place >> height]

    def _levels(self, block: int) -> list[list[bytes]]:
        if block not in self._within:
            start = block * BLOCK_SIZE
            self._within[block] = levels(_leaves(start, min(start + BLOCK_SIZE, self.size)))
        return self._within[block]


def delete_roots() -> None:
    """Delete all stored roots: they are computed again at the next request."""
    TreeBlock.objects.all().delete()


def _roots(full: int) -> list[bytes]:
    """Return the roots of the first ``full`` blocks; store missing ones."""
    known = TreeBlock.objects.filter(number__lt=full).order_by("number")
    roots = [bytes(root) for root in known.values_list("root", flat=True)]
    for first in range(len(roots), full, BLOCKS_PER_READ):
        after = min(first + BLOCKS_PER_READ, full)
        hashes = _leaves(first * BLOCK_SIZE, after * BLOCK_SIZE)
        found = [levels(hashes[at : at + BLOCK_SIZE])[-1][0] for at in range(0, len(hashes), BLOCK_SIZE)]
        rows = [TreeBlock(number=number, root=root) for number, root in enumerate(found, start=first)]
        TreeBlock.objects.bulk_create(rows, ignore_conflicts=True)  # another process may store the same
        roots += found
    return roots


def _leaves(start: int, end: int) -> list[bytes]:
    """Return the hashes of the leaves from ``start`` up to ``end``."""
    hashes = []
    for index, row in enumerate(raw.rows(after=start, upto=end), start):
        if row.position != index + 1 or not row.sound:
            refuse_damaged(row.stream, row.version)
        hashes.append(leaf_hash(leaf_data(row)))
    if len(hashes) < end - start:
        refuse_damaged("log", start + len(hashes) + 1)
    return hashes


WRONG_BLOCK = "block {number} of the tree is not what the events say"
WRONG_CHECKPOINT = (
    "the log does not begin with the {size} events that its checkpoint of that size was signed for"
)


def leaf_of(row: Row) -> bytes:
    """Return the leaf hash of a row."""
    return leaf_hash(leaf_data(row))


class TreeCheck:
    """A comparison of stored roots and checkpoints with the events, which are added in order.

    Reports the first wrong block and the first wrong checkpoint: a wrong leaf affects all that follow.
    """

    def __init__(self) -> None:
        self._written = self._signed = ""
        self._subtrees: list[tuple[int, bytes]] = []  # height and hash, from the left
        self._size = 0
        self._heads = dict(KeptCheckpoint.objects.values_list("size", "root"))
        self._blocks = dict(TreeBlock.objects.values_list("number", "root"))

    def add(self, leaf: bytes) -> None:
        self._size += 1
        self._push(leaf)
        signed = self._heads.pop(self._size, None)
        if signed is not None and bytes(signed) != self._root():
            self._signed = self._signed or WRONG_CHECKPOINT.format(size=self._size)

    def faults(self) -> Iterator[str]:
        """Yield the faults, as sentences, after the last leaf was added."""
        if self._heads:
            self._signed = self._signed or WRONG_CHECKPOINT.format(size=min(self._heads))
        if self._blocks:
            self._written = self._written or WRONG_BLOCK.format(number=min(self._blocks))
        yield from filter(None, (self._written, self._signed))

    def _push(self, leaf: bytes) -> None:
        height, found = 0, leaf
        while self._subtrees and self._subtrees[-1][0] == height:
            height, found = height + 1, node_hash(self._subtrees.pop()[1], found)
            if height == HEIGHT:
                self._compare_block(found)
        self._subtrees.append((height, found))

    def _compare_block(self, found: bytes) -> None:
        number = self._size // BLOCK_SIZE - 1
        stored = self._blocks.pop(number, None)
        if stored is not None and bytes(stored) != found:
            self._written = self._written or WRONG_BLOCK.format(number=number)

    def _root(self) -> bytes:
        found = self._subtrees[-1][1] if self._subtrees else EMPTY_ROOT
        for _, left in reversed(self._subtrees[:-1]):
            found = node_hash(left, found)
        return found
