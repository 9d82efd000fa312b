"""Whether tiles and signed heads say what the events say; fed with the leaf of every event in order."""

from collections.abc import Iterator

from games.log.raw import Row
from games.log.tree.hashing import EMPTY, leaf_hash, levels, node_hash
from games.log.tree.tables import ROW, KeptCheckpoint, TreeTile
from games.log.tree.tiles import HEIGHT, WIDTH, Tree, leaf_data

WRITTEN = "tile {level}/{number} of the tree is not what the events say"
SIGNED = "the log does not begin with the {size} events that its checkpoint of that size was signed for"


def leaf_of(row: Row) -> bytes:
    """What a row is in the tree."""
    return leaf_hash(leaf_data(row))


class TreeCheck:
    """Names the first tile and the first head that are wrong: with one leaf, all that follow are."""

    def __init__(self) -> None:
        self._written = self._signed = ""
        self._subtrees: list[tuple[int, bytes]] = []  # height and hash, from the left
        self._tiles: dict[int, list[bytes]] = {}
        self._size = 0
        self._heads = dict(KeptCheckpoint.objects.values_list("size", "root"))

    @classmethod
    def after(cls, tree: Tree) -> "TreeCheck":
        """As if the leaves of a tree had been taken."""
        check, start = cls(), 0
        check._size = tree.size
        check._heads = {size: root for size, root in check._heads.items() if size > tree.size}
        for height in reversed(range(tree.size.bit_length())):
            if tree.size >> height & 1:
                check._subtrees.append((height, tree.node(height, start >> height)))
                start += 1 << height
        level = 0
        while tree.size >> HEIGHT * level:
            hashes = tree.tile(level, (tree.size >> HEIGHT * level) // WIDTH)
            check._tiles[level] = list(hashes)
            level += 1
        return check

    def take(self, leaf: bytes) -> None:
        self._size += 1
        self._tile(0, leaf)
        self._push(leaf)
        signed = self._heads.pop(self._size, None)
        if signed is not None and bytes(signed) != self._root():
            self._signed = self._signed or SIGNED.format(size=self._size)

    def end(self) -> Iterator[str]:
        """The faults as sentences, when the last row was taken."""
        if self._heads:
            self._signed = self._signed or SIGNED.format(size=min(self._heads))
        for level in self._tiles:
            number = (self._size >> 8 * level) // WIDTH
            if TreeTile.objects.filter(pk__gte=level * ROW + number, pk__lt=(level + 1) * ROW).exists():
                self._written = self._written or WRITTEN.format(level=level, number=number)
        yield from filter(None, (self._written, self._signed))

    def _push(self, leaf: bytes) -> None:
        height, found = 0, leaf
        while self._subtrees and self._subtrees[-1][0] == height:
            height, found = height + 1, node_hash(self._subtrees.pop()[1], found)
        self._subtrees.append((height, found))

    def _root(self) -> bytes:
        found = self._subtrees[-1][1] if self._subtrees else EMPTY
        for _, left in reversed(self._subtrees[:-1]):
            found = node_hash(left, found)
        return found

    def _tile(self, level: int, found: bytes) -> None:
        row = self._tiles.setdefault(level, [])
        row.append(found)
        if len(row) < WIDTH:
            return
        top = levels(row)[-1][0]
        number = (self._size >> 8 * level) // WIDTH - 1
        kept = TreeTile.objects.filter(pk=level * ROW + number).first()
        if kept and (bytes(kept.hashes) != b"".join(row) or bytes(kept.root) != top):
            self._written = self._written or WRITTEN.format(level=level, number=number)
        row.clear()
        self._tile(level + 1, top)
