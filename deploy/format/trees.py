"""The tree, a head and proofs of the small log of the vectors, made with keys that everybody has."""

from collections.abc import Sequence
from typing import Any

from games.log.canonical import canonical, parse
from games.log.tree import hashing, proofs
from games.log.tree.checkpoints import Checkpoint, Proof, base64
from games.log.tree.cosigning import cosign
from games.log.tree.notes import COSIGNATURE, ED25519, Note, Signer, signed
from games.log.tree.rotating import rotated
from games.receipts.proving import packed

ORIGIN = "vectors.example/log"
LOG = Signer(name=ORIGIN, kind=ED25519, seed=bytes(range(32)))
NEXT = Signer(name=ORIGIN, kind=ED25519, seed=bytes(range(32, 64)))
WITNESS = Signer(name="witness.example", kind=COSIGNATURE, seed=bytes(range(64, 96)))
COSIGNED_AT = 1_767_225_600  # 2026-01-01
HALF = 2


def leaf_data(line: str) -> bytes:
    """The line of an export without what its digest does not cover."""
    event = parse(line)
    return canonical({name: event[name] for name in event if name not in ("digest", "joined")}).encode()


def trees(events: Sequence[str]) -> dict[str, Any]:
    """``events``: lines of an export, of one log from its beginning."""
    leaves = [leaf_data(line) for line in events]
    rows = hashing.levels([hashing.leaf_hash(leaf) for leaf in leaves])
    size, index = len(leaves), len(leaves) // HALF

    def node(height: int, number: int) -> bytes:
        return rows[height][number]

    head = signed(Checkpoint(origin=ORIGIN, size=size, root=hashing.root(size, node)).text, LOG)
    line = cosign(head, WITNESS, COSIGNED_AT)
    note = Note(text=head.text, signatures=(*head.signatures, line))
    path = tuple(proofs.inclusion(index, size, node))
    proof = str(Proof(extra=leaves[index], index=index, path=path, checkpoint=str(note)))
    return {
        "keys": {name: _key(signer) for name, signer in (("log", LOG), ("next", NEXT), ("witness", WITNESS))},
        "roots": [base64(hashing.root(leaves_, node)) for leaves_ in range(size + 1)],
        "consistency": [
            {"old": old, "new": size, "path": [*map(base64, proofs.consistency(old, size, node))]}
            for old in range(1, size + 1)
        ],
        "checkpoint": str(note),
        "proof": proof,
        "digits": packed(proof),
        "rotation": rotated(LOG, NEXT).note,
    }


def _key(signer: Signer) -> dict[str, str]:
    return {"seed": signer.seed.hex(), "private": str(signer), "public": str(signer.verifier)}
