"""Cosignatures of witnesses, c2sp.org/tlog-cosignature and tlog-witness, with Ed25519 (pure)."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.log.tree.checkpoints import NUMBER, Checkpoint, read_checkpoint, read_hashes
from games.log.tree.notes import BadNote, Note, Signature, Signer, Verifier, read_note, signed_by
from games.log.tree.proofs import consistent

HEADER = "cosignature/v1"
TIME = 8  # bytes before the signature
MOST_HASHES = 63


class Inconsistent(Exception):
    """The log does not go on as it began: both notes prove it. ``kept``, ``told``: their texts."""

    def __init__(self, kept: str, told: str) -> None:
        super().__init__("the log does not continue what it has signed before")
        self.kept, self.told = kept, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuation:
    """What a witness is asked to sign: that ``note`` goes on from a tree of ``old`` leaves."""

    old: int
    path: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


def read_continuation(body: str) -> Continuation:
    """Of the body of a request to a witness. Raises BadNote."""
    head, _, written = body.partition("\n\n")
    first, *hashes = head.split("\n")
    word, _, old = first.partition(" ")
    if word != "old" or not NUMBER.fullmatch(old) or len(hashes) > MOST_HASHES:
        raise BadNote("no request to a witness")
    note = read_note(written)
    checkpoint = read_checkpoint(note.text)
    return Continuation(old=int(old), path=read_hashes(hashes), note=note, checkpoint=checkpoint)


def judge(asked: Continuation, last: Note | None, keys: Iterable[Verifier]) -> None:
    """Pass what may be cosigned after ``last``. Raises BadNote; Inconsistent for what proves a split."""
    known = [key for key in keys if key.name == asked.checkpoint.origin]
    signed_by(asked.note, known)
    before = read_checkpoint(last.text) if last else None
    size = before.size if before else 0
    if asked.old != size or asked.checkpoint.size < size or (asked.path and not size):
        raise BadNote("this does not begin with what was cosigned last")
    if before and last and not _goes_on(before, asked):
        raise Inconsistent(str(last), str(asked.note))


def _goes_on(before: Checkpoint, asked: Continuation) -> bool:
    now = asked.checkpoint
    return consistent(before.size, before.root, now.size, now.root, asked.path)


def cosign(note: Note, signer: Signer, timestamp: int) -> Signature:
    """``timestamp``: seconds since 1970."""
    signature = timestamp.to_bytes(TIME) + signer.raw(_message(note, timestamp))
    return Signature(name=signer.name, key_id=signer.verifier.key_id, signature=signature)


def cosigned_by(note: Note, witnesses: Iterable[Verifier]) -> list[tuple[Verifier, Signature]]:
    """Whose cosignatures, of those that are known, hold; lines of others, and false ones, are left out."""
    pairs = [(key, line) for key in witnesses for line in note.signatures if line.made_with(key)]
    return [(key, line) for key, line in pairs if _holds(note, key, line)]


def _holds(note: Note, key: Verifier, line: Signature) -> bool:
    timestamp, signature = int.from_bytes(line.signature[:TIME]), line.signature[TIME:]
    return key.verifies(signature, _message(note, timestamp))


def _message(note: Note, timestamp: int) -> bytes:
    return f"{HEADER}\ntime {timestamp}\n{note.text}".encode()
