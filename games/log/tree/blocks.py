"""The tree over the events of this database.

Nothing is done when an event is stored. A request for a head or a proof stores the root of every block of 256
events that has filled since; what lies within a block is computed from its events.
"""

from games.log import raw, store
from games.log.damage import damaged
from games.log.digests import line
from games.log.raw import Row
from games.log.tree import hashing
from games.log.tree.hashing import leaf_hash, levels
from games.log.tree.tables import TreeBlock

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
        return hashing.root(self.size, self.node)

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
