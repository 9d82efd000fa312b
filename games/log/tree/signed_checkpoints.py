"""Signed heads of this log: made when somebody asks or a round is published, and kept for good."""

from datetime import datetime, timedelta

from django.conf import settings

from games.log import store
from games.log.damage import damaged
from games.log.tables import KeptCheckpoint
from games.log.tree import merkle
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import Checkpoint, base64
from games.log.tree.notes import Signer, read_signer, signed

AT_MOST_EVERY = timedelta(seconds=1)


def signer() -> Signer | None:
    """Whose name is the origin of this log; None where the installation was given no key."""
    return read_signer(settings.LOG_KEY) if settings.LOG_KEY else None


def latest() -> KeptCheckpoint | None:
    return KeptCheckpoint.objects.order_by("-size").first()


def current(at: datetime) -> KeptCheckpoint | None:
    """The last one, or a new one where there are new events and the last is not of this second."""
    last = latest()
    if last and last.at > at - AT_MOST_EVERY:
        return last
    return make(at)


def covering(position: int, at: datetime) -> KeptCheckpoint | None:
    """The first with the key of today that tells of the event at this position."""
    key = signer()
    if key is None:
        return None
    found = KeptCheckpoint.objects.filter(size__gte=position, note__contains=_begins(key)).order_by("size")
    return found.first() or make(at)


def make(at: datetime) -> KeptCheckpoint | None:
    """Of all events there are; None where there is no key, or no event.

    Refuses with ``log_damaged`` rather than sign what does not continue what was signed last.
    """
    key, last = signer(), latest()
    size = store.head()
    if key is None or not size:
        return None
    if last and last.size == size:
        return last
    tree = Tree(size)
    if last and not _continues(tree, last):
        damaged("log", last.size)
    root = tree.root()
    note = str(signed(Checkpoint(origin=key.name, size=size, root=root).text, key))
    row = KeptCheckpoint(size=size, root=root, at=at, note=note)
    KeptCheckpoint.objects.bulk_create([row], ignore_conflicts=True)  # whoever came first has signed it
    return KeptCheckpoint.objects.get(size=size)


def _begins(key: Signer) -> str:
    """How a line of its signature begins: five signs of base64 are of the key's id alone."""
    return f"\n— {key.name} {base64(key.verifier.key_id)[:5]}"


def _continues(tree: Tree, last: KeptCheckpoint) -> bool:
    return last.size < tree.size and merkle.root(last.size, tree.node) == bytes(last.root)


def in_one_line(kept: KeptCheckpoint) -> str:
    """Origin, size and root, for paper: two such lines are compared by eye."""
    return " ".join(kept.note.split("\n")[:3])
