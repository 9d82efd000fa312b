"""Heads signed during a tournament: those in the receipts of its events."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.log.canonical import canonical
from games.log.tables import KeptCheckpoint
from games.log.tree import merkle
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import base64
from tournaments.interchange.bundle.content import BundleContent


def head_lines(content: BundleContent) -> Iterator[str]:
    """Yield each head with the proof that the next one, or finally that of the bundle, continues it."""
    tree = Tree(content.head.size)
    sizes = [*_sizes(content.places, content.head.size), content.head.size]
    for old, new in pairwise(sizes):
        path = merkle.consistency_proof(old, new, tree.node)
        note = KeptCheckpoint.objects.get(size=old).note
        yield canonical({"note": note, "path": [*map(base64, path)]})


def _sizes(places: Sequence[int], last: int) -> Iterator[int]:
    """Yield the size of the first head after each event, except the last head."""
    covered = 0
    heads = KeptCheckpoint.objects.filter(size__gte=places[0], size__lt=last).order_by("size")
    for size in heads.values_list("size", flat=True).iterator():
        known = bisect_left(places, size + 1)
        if known > covered:
            covered = known
            yield size
