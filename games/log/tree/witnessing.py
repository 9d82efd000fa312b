"""Cosigning what other logs sign, and taking the cosignatures of others for ours.

The key of a witness is that of the log, with the byte of cosignatures: another id, another message.
"""

from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import transaction

from games.log.tree import keeping
from games.log.tree.cosigning import cosign, cosigned_by, judge, read_continuation
from games.log.tree.notes import COSIGNATURE, BadNote, Note, Signature, Signer, Verifier, read_note
from games.log.tree.policy import Policy, read_policy
from games.log.tree.tables import KeptCheckpoint, WitnessedCheckpoint

FILE = "log-policy"
MOST_KEPT = 16  # lines of cosignatures below one head


def witness() -> Signer | None:
    """Who cosigns here; None without a key."""
    log = keeping.signer()
    return Signer(name=log.name, kind=COSIGNATURE, seed=log.seed) if log else None


def own_policy() -> Policy | None:
    """Whose cosignatures this log takes: the file ``log-policy`` in the data folder. Raises BadPolicy."""
    path = Path(settings.DATA_DIR) / FILE
    return read_policy(path.read_text()) if path.exists() else None


def last_of(origin: str) -> WitnessedCheckpoint | None:
    return WitnessedCheckpoint.objects.filter(pk=origin).first()


def witnessed(body: str, key: Verifier, signer: Signer, at: datetime) -> Note:
    """Check what a log asks for, keep it, and only then sign: the note with our line alone.

    Raises BadNote; Inconsistent for a log that shows two faces.
    """
    asked = read_continuation(body)
    with transaction.atomic():
        kept = WitnessedCheckpoint.objects.select_for_update().filter(pk=asked.checkpoint.origin).first()
        judge(asked, read_note(kept.note) if kept else None, [key])
        WitnessedCheckpoint.objects.update_or_create(
            origin=asked.checkpoint.origin,
            defaults={"size": asked.checkpoint.size, "note": str(asked.note), "at": at},
        )
    return Note(text=asked.note.text, signatures=(cosign(asked.note, signer, int(at.timestamp())),))


def take(written: str) -> int:
    """Keep the cosignatures of a head of ours that count; how many are new. Raises BadNote, BadPolicy."""
    note, policy = read_note(written), own_policy()
    with transaction.atomic():
        head = _head_of(note)
        known = read_note(head.note + head.cosigned).signatures
        held = cosigned_by(note, policy.witnesses.values() if policy else ())
        fresh = [line for _, line in held if not _is_there(line, known)][: MOST_KEPT - len(known)]
        head.cosigned += "".join(f"{line}\n" for line in fresh)
        head.save()
    return len(fresh)


def _head_of(note: Note) -> KeptCheckpoint:
    """The head of ours with this very text."""
    size = note.text.split("\n")[1]
    heads = KeptCheckpoint.objects.select_for_update()
    head = heads.filter(size=int(size)).first() if size.isascii() and size.isdigit() else None
    if head is None or read_note(head.note).text != note.text:
        raise BadNote("no head that this log has signed")
    return head


def _is_there(line: Signature, known: tuple[Signature, ...]) -> bool:
    """One line of each witness is enough."""
    return any((line.name, line.key_id) == (other.name, other.key_id) for other in known)
