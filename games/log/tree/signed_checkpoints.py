"""Signed checkpoints of this log: created on request or when a round is published, and stored permanently."""

from datetime import datetime, timedelta

from django.conf import settings

from games.log import store
from games.log.damage import refuse_damaged
from games.log.tables import KeptCheckpoint
from games.log.tree import merkle
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import Checkpoint, base64
from games.log.tree.notes import Signer, read_signer, sign_note

MIN_INTERVAL = timedelta(seconds=1)


def log_signer() -> Signer | None:
    """Return the key of this log, whose name is the log's origin; None if the installation has no key."""
    return read_signer(settings.LOG_KEY) if settings.LOG_KEY else None


def latest_checkpoint() -> KeptCheckpoint | None:
    return KeptCheckpoint.objects.order_by("-size").first()


def current_checkpoint(at: datetime) -> KeptCheckpoint | None:
    """Return the last checkpoint, or a new one if it is older than a second and there are new events."""
    last = latest_checkpoint()
    if last and last.at > at - MIN_INTERVAL:
        return last
    return sign_checkpoint(at)


def checkpoint_covering(position: int, at: datetime) -> KeptCheckpoint | None:
    """Return the first checkpoint signed with the current key that includes the event at this position."""
    key = log_signer()
    if key is None:
        return None
    found = KeptCheckpoint.objects.filter(size__gte=position, note__contains=_signature_prefix(key)).order_by(
        "size"
    )
    return found.first() or sign_checkpoint(at)


def sign_checkpoint(at: datetime) -> KeptCheckpoint | None:
    """Sign and store a checkpoint of all events; None if there is no key, or no event.

    Refuses with ``log_damaged`` if the log does not extend the last checkpoint.
    """
    key, last = log_signer(), latest_checkpoint()
    size = store.head()
    if key is None or not size:
        return None
    if last and last.size == size:
        return last
    tree = Tree(size)
    if last and not _continues(tree, last):
        refuse_damaged("log", last.size)
    root = tree.root()
    note = str(sign_note(Checkpoint(origin=key.name, size=size, root=root).text, key))
    row = KeptCheckpoint(size=size, root=root, at=at, note=note)
    KeptCheckpoint.objects.bulk_create([row], ignore_conflicts=True)  # another process may have signed it
    return KeptCheckpoint.objects.get(size=size)


def _signature_prefix(key: Signer) -> str:
    """Return the prefix of the key's signature lines: five base64 characters depend on its id alone."""
    return f"\n— {key.name} {base64(key.verifier.key_id)[:5]}"


def _continues(tree: Tree, last: KeptCheckpoint) -> bool:
    return last.size < tree.size and merkle.root(last.size, tree.node) == bytes(last.root)


def one_line(kept: KeptCheckpoint) -> str:
    """Return origin, size and root in one line, for comparison on paper."""
    return " ".join(kept.note.split("\n")[:3])
