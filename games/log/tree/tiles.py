"""The tree over the events of this database, in tiles of 256 hashes as c2sp.org/tlog-tiles has them.

Nothing is done when an event is stored. Whoever asks for a head, a tile or a proof writes down the tiles that
have become full since; what is not yet full is computed from the last 255 events at most.
"""

from games.log import raw, store
from games.log.damage import damaged
from games.log.digests import line
from games.log.raw import Row
from games.log.tree import hashing
from games.log.tree.hashing import leaf_hash, levels
from games.log.tree.tables import ROW, TreeTile

HEIGHT = 8
WIDTH = 1 << HEIGHT  # hashes in a full tile
HASH = 32  # bytes
AT_ONCE = 16  # tiles that are held while many are made


def leaf_data(row: Row) -> bytes:
    """What a leaf of the tree is: the event's line as its digest covers it."""
    return line(row, row.position - (row.joined or 0)).encode()


class Tree:
    """The tree over the first ``size`` events; holds what it has read. Refuses with ``log_damaged``."""

    def __init__(self, size: int | None = None) -> None:
        self.size = store.head() if size is None else size
        self._rows: dict[tuple[int, int], list[list[bytes]]] = {}
        _grow(self.size // WIDTH)

    def root(self) -> bytes:
        return hashing.root(self.size, self.node)

    def node(self, height: int, number: int) -> bytes:
        """See ``hashing.Node``; the subtree lies within ``size``."""
        level, above = divmod(height, HEIGHT)
        tile, place = divmod(number << above, WIDTH)
        return self._levels(level, tile)[above][place >> above]

    def tile(self, level: int, number: int) -> list[bytes]:
        """Its hashes, 256 where it is full; none where it has none."""
        return self._levels(level, number)[0]

    def _levels(self, level: int, number: int) -> list[list[bytes]]:
        if (level, number) not in self._rows:
            self._rows[level, number] = levels(self._hashes(level, number))
        return self._rows[level, number]

    def _hashes(self, level: int, number: int) -> list[bytes]:
        start = number * WIDTH
        width = min(WIDTH, (self.size >> (HEIGHT * level)) - start)
        if width < 1:
            return []
        if width == WIDTH:
            return _cut(TreeTile.objects.get(pk=level * ROW + number).hashes)
        return _leaves(start, start + width) if level == 0 else _roots(level - 1, start, start + width)


def forget() -> None:
    """Throw all tiles away: they are made again when somebody asks."""
    TreeTile.objects.all().delete()


def tiles_made(level: int) -> int:
    """How many full tiles of this level are written down: the first ones, without a gap."""
    last = TreeTile.objects.filter(pk__gte=level * ROW, pk__lt=(level + 1) * ROW).order_by("-pk").first()
    return last.pk - level * ROW + 1 if last else 0


def _grow(full: int, level: int = 0) -> None:
    """Write down the tiles of this level that are missing of the first ``full``, and then those above."""
    for first in range(tiles_made(level), full, AT_ONCE):
        _write(level, range(first, min(first + AT_ONCE, full)))
    if full >= WIDTH:
        _grow(full // WIDTH, level + 1)


def _write(level: int, numbers: range) -> None:
    start, end = numbers.start * WIDTH, numbers.stop * WIDTH
    hashes = _leaves(start, end) if level == 0 else _roots(level - 1, start, end)
    tiles = [hashes[at : at + WIDTH] for at in range(0, len(hashes), WIDTH)]
    rows = [
        TreeTile(pk=level * ROW + number, hashes=b"".join(tile), root=levels(tile)[-1][0])
        for number, tile in zip(numbers, tiles, strict=True)
    ]
    TreeTile.objects.bulk_create(rows, ignore_conflicts=True)  # another had the same thought


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


def _roots(level: int, start: int, end: int) -> list[bytes]:
    below = TreeTile.objects.filter(pk__gte=level * ROW + start, pk__lt=level * ROW + end).order_by("pk")
    return [bytes(root) for root in below.values_list("root", flat=True)]


def _cut(hashes: bytes | memoryview) -> list[bytes]:
    whole = bytes(hashes)
    return [whole[at : at + HASH] for at in range(0, len(whole), HASH)]
