"""Signed checkpoints of this log: created on request or when a round is published, and stored permanently.

The key that signs them is replaced by an event that both keys have signed, so that clients can follow from
key to key. The note's text is ``NOTE_HEADER``, the log's name, the old and the new key, each on a line.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from games.log import store
from games.log.damage import refuse_damaged
from games.log.joined_logs import STREAM as LOG
from games.log.tables import KeptCheckpoint
from games.log.tree import merkle
from games.log.tree.blocks import Tree
from games.log.tree.checkpoints import (
    BadNote,
    Checkpoint,
    Note,
    Signer,
    Verifier,
    base64,
    new_signer,
    read_note,
    read_signer,
    read_verifier,
    sign_note,
    verify_note,
)
from games.log.unit_of_work import Context, store_changes
from games.log.wire import wire

MIN_INTERVAL = timedelta(seconds=1)
NOTE_HEADER = "keys of a log/v1"


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


@wire("log.key-rotated.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LogKeyRotated:
    """The key is ``new`` from the next checkpoint on; both keys have signed ``note``, which states that."""

    old: str
    new: str
    note: str


def rotation_event(old: Signer, new: Signer) -> LogKeyRotated:
    """Create the event (pure). Raises BadNote for a key of another log."""
    if old.name != new.name or old == new:
        raise BadNote("the new key is another key with the same name")
    text = f"{NOTE_HEADER}\n{old.name}\n{old.verifier}\n{new.verifier}\n"
    lines = (*sign_note(text, old).signatures, *sign_note(text, new).signatures)
    return LogKeyRotated(
        old=str(old.verifier), new=str(new.verifier), note=str(Note(text=text, signatures=lines))
    )


def successor(event: LogKeyRotated, known: Verifier) -> Verifier:
    """Return the key that follows a known one. Raises BadNote if the event does not prove it."""
    note, new = read_note(event.note), read_verifier(event.new)
    if event.old != str(known) or note.text.split("\n")[:4] != [
        NOTE_HEADER,
        known.name,
        event.old,
        event.new,
    ]:
        raise BadNote("it does not follow this key")
    verify_note(note, [known])
    verify_note(note, [new])
    return new


def stream_of(origin: str) -> str:
    """Return the stream of key rotations of a log: imported logs have their own."""
    return f"{LOG}:keys:{origin}"


def earlier_keys(origin: str) -> list[str]:
    """Return the former keys of this log, the last first."""
    return [one.data["old"] for one in reversed(store.read(stream_of(origin)))]


def rotate(actor: str, at: datetime, new: Signer | None = None) -> Signer:
    """Store the event and return the new key, which the caller must save.

    Raises BadNote without an old key.
    """
    old = log_signer()
    if old is None:
        raise BadNote("there is no key yet")
    key = new or new_signer(old.name)
    context = Context(actor=actor, command_id=uuid4(), at=at)
    with transaction.atomic():
        stream = stream_of(old.name)
        change = store.Change(
            stream=stream, expected=store.version(stream), events=[rotation_event(old, key)]
        )
        store_changes([change], context)
    return key
