"""A proof checked from its text and a key alone, without a database or a network (pure)."""

from dataclasses import dataclass
from typing import Any

from games.log.canonical import parse
from games.log.tree.checkpoints import Checkpoint, read_checkpoint, read_proof
from games.log.tree.hashing import leaf_hash
from games.log.tree.notes import BadNote, Verifier, read_note, signed_by
from games.log.tree.proofs import included


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """The event of the proof, as its line has it, and the head whose tree it is in."""

    event: dict[str, Any]
    index: int
    checkpoint: Checkpoint


def prove(text: str, key: Verifier) -> Proved:
    """Raises BadNote, saying what does not hold."""
    proof = read_proof(text)
    note = read_note(proof.checkpoint)
    head = read_checkpoint(note.text)
    if head.origin != key.name:
        raise BadNote(f"the checkpoint is one of {head.origin}, not of {key.name}")
    signed_by(note, [key])
    if not included(leaf_hash(proof.extra), proof.index, head.size, proof.path, head.root):
        raise BadNote("the event is not in the tree of the checkpoint")
    return Proved(event=_event(proof.extra), index=proof.index, checkpoint=head)


def _event(line: bytes) -> dict[str, Any]:
    try:
        event = parse(line)
    except ValueError as error:
        raise BadNote("the line of the event cannot be read") from error
    if not isinstance(event, dict):
        raise BadNote("the line of the event is no object")
    return event
