"""Rotation of the log's key: an event that both keys have signed, so that clients can follow from key to key.

The note's text is ``NOTE_HEADER``, the log's name, the old key and the new key, each on a line.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from games.log import store
from games.log.joined_logs import STREAM as LOG
from games.log.tree import signed_checkpoints
from games.log.tree.notes import (
    BadNote,
    Note,
    Signer,
    Verifier,
    new_signer,
    read_note,
    read_verifier,
    sign_note,
    verify_note,
)
from games.log.unit_of_work import Context, store_changes
from games.log.wire import wire

NOTE_HEADER = "keys of a log/v1"


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
    old = signed_checkpoints.log_signer()
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
