"""Checkpoints (c2sp.org/tlog-checkpoint) and proofs (c2sp.org/tlog-proof) as text (pure)."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.log.canonical import parse
from games.log.tree.merkle import leaf_hash, verify_inclusion
from games.log.tree.notes import BadNote, Verifier, read_note, verify_note

HASH = 32  # bytes
PROOF = "c2sp.org/tlog-proof@v1"
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The statement of a log that it has ``size`` leaves, with this root."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        return f"{self.origin}\n{self.size}\n{base64(self.root)}\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """A proof that ``extra``, the data, is leaf ``index`` (from 0) of the tree of a checkpoint."""

    extra: bytes
    index: int
    path: tuple[bytes, ...]
    checkpoint: str

    def __str__(self) -> str:
        head = [PROOF, *([f"extra {base64(self.extra)}"] if self.extra else []), f"index {self.index}"]
        return "\n".join([*head, *map(base64, self.path), "", self.checkpoint])


def read_checkpoint(text: str) -> Checkpoint:
    """Parse a checkpoint from a note's text; ignores lines after the third. Raises BadNote."""
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1] or not NUMBER.fullmatch(lines[1]):
        raise BadNote("no checkpoint")
    return Checkpoint(origin=lines[0], size=int(lines[1]), root=read_hash(lines[2]))


def read_proof(text: str) -> Proof:
    """Parse a proof. Raises BadNote."""
    head, _, checkpoint = text.partition("\n\n")
    lines = head.split("\n")
    if lines.pop(0) != PROOF:
        raise BadNote("no proof of this kind")
    extra = _base64_bytes(lines.pop(0)[6:]) if lines and lines[0].startswith("extra ") else b""
    word, _, index = lines.pop(0).partition(" ") if lines else ("", "", "")
    if word != "index" or not NUMBER.fullmatch(index):
        raise BadNote("a proof without an index")
    return Proof(extra=extra, index=int(index), path=read_hashes(lines), checkpoint=checkpoint)


def read_hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(map(read_hash, lines))


def read_hash(text: str) -> bytes:
    raw = _base64_bytes(text)
    if len(raw) != HASH:
        raise BadNote("no SHA-256")
    return raw


def base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def _base64_bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise BadNote("no base64") from error


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedProof:
    """The event of a verified proof, and the checkpoint whose tree contains it."""

    event: dict[str, Any]
    index: int
    checkpoint: Checkpoint


def verify_proof(text: str, key: Verifier) -> VerifiedProof:
    """Verify a proof with a key alone, without the database. Raises BadNote with the reason."""
    proof = read_proof(text)
    note = read_note(proof.checkpoint)
    head = read_checkpoint(note.text)
    if head.origin != key.name:
        raise BadNote(f"the checkpoint is one of {head.origin}, not of {key.name}")
    verify_note(note, [key])
    if not verify_inclusion(leaf_hash(proof.extra), proof.index, head.size, proof.path, head.root):
        raise BadNote("the event is not in the tree of the checkpoint")
    return VerifiedProof(event=_event(proof.extra), index=proof.index, checkpoint=head)


def _event(line: bytes) -> dict[str, Any]:
    try:
        event = parse(line)
    except ValueError as error:
        raise BadNote("the line of the event cannot be read") from error
    if not isinstance(event, dict):
        raise BadNote("the line of the event is no object")
    return event
