"""The tree, a head and proofs of the small log of the vectors, made with keys that everybody has."""

from collections.abc import Sequence
from typing import Any

from games.log.canonical import canonical, parse
from games.log.tree import merkle
from games.log.tree.checkpoints import Checkpoint, Note, Proof, Signer, base64, read_signature, sign_note
from games.log.tree.signed_checkpoints import rotation_event
from games.receipts.proving import pack_proof

ORIGIN = "vectors.example/log"
LOG = Signer(name=ORIGIN, seed=bytes(range(32)))
NEXT = Signer(name=ORIGIN, seed=bytes(range(32, 64)))
WITNESS = {
    "seed": bytes(range(64, 96)).hex(),
    "private": "PRIVATE+KEY+witness.example+e760113d+BEBBQkNERUZHSElKS0xNTk9QUVJTVFVWV1hZWltcXV5f",
    "public": "witness.example+e760113d+BCVDuS/xCVURR2rcg2nbbdyTNmWhGXjdoUBO4QZsqVWd",
}
COSIGNATURE = (
    "— witness.example 52ARPQAAAABpVbkAydyEFFg0PvOSS+M7vidptFZrx8VQBGXYbQehWQ9+7SWMZaa2r9I5"
    "5pIyNjfj9ODtfVcxeGVXlG1DLCtp33ElDw=="
)
"""Of the head, by a witness: heads of before may have such lines, which readers pass over."""
HALF = 2


def leaf_data(line: str) -> bytes:
    """The line of an export without what its digest does not cover."""
    event = parse(line)
    return canonical({name: event[name] for name in event if name not in ("digest", "joined")}).encode()


def trees(events: Sequence[str]) -> dict[str, Any]:
    """``events``: lines of an export, of one log from its beginning."""
    leaves = [leaf_data(line) for line in events]
    rows = merkle.levels([merkle.leaf_hash(leaf) for leaf in leaves])
    size, index = len(leaves), len(leaves) // HALF

    def node(height: int, number: int) -> bytes:
        return rows[height][number]

    head = sign_note(Checkpoint(origin=ORIGIN, size=size, root=merkle.root(size, node)).text, LOG)
    note = Note(text=head.text, signatures=(*head.signatures, read_signature(COSIGNATURE)))
    path = tuple(merkle.inclusion_proof(index, size, node))
    proof = str(Proof(extra=leaves[index], index=index, path=path, checkpoint=str(note)))
    return {
        "keys": {"log": _key(LOG), "next": _key(NEXT), "witness": WITNESS},
        "roots": [base64(merkle.root(leaves_, node)) for leaves_ in range(size + 1)],
        "consistency": [
            {"old": old, "new": size, "path": [*map(base64, merkle.consistency_proof(old, size, node))]}
            for old in range(1, size + 1)
        ],
        "checkpoint": str(note),
        "proof": proof,
        "digits": pack_proof(proof),
        "rotation": rotation_event(LOG, NEXT).note,
    }


def _key(signer: Signer) -> dict[str, str]:
    return {"seed": signer.seed.hex(), "private": str(signer), "public": str(signer.verifier)}
