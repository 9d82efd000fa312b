"""Another key for the same log: an event that both keys have signed, so that who knows one finds the next.

The note's text is ``KEYS``, the log's name, the line of the old key and that of the new, each in a line.
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
    signed,
    signed_by,
)
from games.log.unit_of_work import Context, keep
from games.log.wire import wire

KEYS = "keys of a log/v1"


@wire("log.key-rotated.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class LogKeyRotated:
    """From the next head on the key is ``new``; ``note`` says so and has the signatures of both."""

    old: str
    new: str
    note: str


def rotated(old: Signer, new: Signer) -> LogKeyRotated:
    """Pure. Raises BadNote for a key of another log."""
    if old.name != new.name or old == new:
        raise BadNote("the new key is another key with the same name")
    text = f"{KEYS}\n{old.name}\n{old.verifier}\n{new.verifier}\n"
    lines = (*signed(text, old).signatures, *signed(text, new).signatures)
    return LogKeyRotated(
        old=str(old.verifier), new=str(new.verifier), note=str(Note(text=text, signatures=lines))
    )


def successor(event: LogKeyRotated, known: Verifier) -> Verifier:
    """The key that follows a known one. Raises BadNote for an event that does not prove it."""
    note, new = read_note(event.note), read_verifier(event.new)
    if event.old != str(known) or note.text.split("\n")[:4] != [KEYS, known.name, event.old, event.new]:
        raise BadNote("it does not follow this key")
    signed_by(note, [known])
    signed_by(note, [new])
    return new


def stream_of(origin: str) -> str:
    """One for each log: those that join this one bring theirs."""
    return f"{LOG}:keys:{origin}"


def earlier(origin: str) -> list[str]:
    """The lines of keys that have signed heads of this log before, the last first."""
    return [one.data["old"] for one in reversed(store.read(stream_of(origin)))]


def rotate(actor: str, at: datetime, new: Signer | None = None) -> Signer:
    """Store the event and return the new key, which nothing has kept yet. Raises BadNote without an old."""
    old = signed_checkpoints.signer()
    if old is None:
        raise BadNote("there is no key yet")
    key = new or new_signer(old.name)
    context = Context(actor=actor, command_id=uuid4(), at=at)
    with transaction.atomic():
        stream = stream_of(old.name)
        change = store.Change(stream=stream, expected=store.version(stream), events=[rotated(old, key)])
        keep([change], context)
    return key
