"""Signed notes with Ed25519, checkpoints of a log and proofs of its events as text, and keys. Pure.

The formats are c2sp.org/signed-note, c2sp.org/tlog-checkpoint and c2sp.org/tlog-proof.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from games.log.canonical import parse
from games.log.tree.merkle import leaf_hash, verify_inclusion

ED25519 = b"\x01"
PRIVATE = "PRIVATE+KEY"
MAX_SIGNATURES = 64
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
HASH = 32  # bytes
PROOF = "c2sp.org/tlog-proof@v1"
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


class BadNote(ValueError):
    """A note or key that cannot be parsed, or a note without the required signature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verifier:
    """A public key: its name and its 32 bytes."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        return sha256(f"{self.name}\n".encode() + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """Return the encoded key: ``name+1a2b3c4d+base64``."""
        return f"{self.name}+{self.key_id.hex()}+{base64(ED25519 + self.public)}"

    def verifies(self, signature: bytes, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Signer:
    """A private key: ``seed`` are its 32 bytes."""

    name: str
    seed: bytes

    @property
    def verifier(self) -> Verifier:
        public = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes_raw()
        return Verifier(name=self.name, public=public)

    def __str__(self) -> str:
        """Return the encoded key: ``PRIVATE+KEY+name+1a2b3c4d+base64``."""
        key_id = self.verifier.key_id.hex()
        return f"{PRIVATE}+{self.name}+{key_id}+{base64(ED25519 + self.seed)}"

    def raw(self, message: bytes) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature line of a note."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"— {self.name} {base64(self.key_id + self.signature)}"

    def is_made_with(self, key: Verifier) -> bool:
        return (self.name, self.key_id) == (key.name, key.key_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A text, which ends with a newline, and its unverified signatures."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return "\n".join([self.text, *map(str, self.signatures), ""])


def new_signer(name: str) -> Signer:
    return Signer(name=name, seed=Ed25519PrivateKey.generate().private_bytes_raw())


def sign_note(text: str, signer: Signer) -> Note:
    """Return a note with one signature."""
    signature = signer.raw(text.encode())
    key = signer.verifier
    line = Signature(name=key.name, key_id=key.key_id, signature=signature)
    return Note(text=text, signatures=(line,))


def read_note(written: str) -> Note:
    """Parse a note. Raises BadNote."""
    text, between, below = written.rpartition("\n\n")
    lines = below.split("\n")
    if not between or not text or _CONTROL.search(written) or lines.pop() or not lines:
        raise BadNote("no signed note")
    if len(lines) > MAX_SIGNATURES:
        raise BadNote("too many signatures")
    return Note(text=text + "\n", signatures=tuple(read_signature(line) for line in lines))


def read_signature(line: str) -> Signature:
    """Parse a signature line. Raises BadNote."""
    found = _LINE.fullmatch(line)
    raw = _base64_bytes(found[2]) if found else b""
    if not found or len(raw) <= 4:  # the key's id
        raise BadNote("no line of a signature")
    return Signature(name=found[1], key_id=raw[:4], signature=raw[4:])


def verify_note(note: Note, keys: Iterable[Verifier]) -> list[Verifier]:
    """Return those of the keys that signed the text.

    Raises BadNote if there are none, or a signature is wrong.
    """
    pairs = [(key, line) for key in keys for line in note.signatures if line.is_made_with(key)]
    if not pairs or not all(key.verifies(line.signature, note.text.encode()) for key, line in pairs):
        raise BadNote("not signed by a key that is known, or not as that key signs")
    return [key for key, _ in pairs]


def read_verifier(line: str) -> Verifier:
    """Parse ``name+1a2b3c4d+base64``. Raises BadNote."""
    name, key_id, raw = _key(line)
    key = Verifier(name=name, public=raw)
    if key.key_id.hex() != key_id:
        raise BadNote("the key's id does not fit the key")
    return key


def read_signer(line: str) -> Signer:
    """Parse the line of a private key's file. Raises BadNote."""
    if not line.startswith(f"{PRIVATE}+"):
        raise BadNote("no private key")
    name, key_id, raw = _key(line.removeprefix(f"{PRIVATE}+"))
    signer = Signer(name=name, seed=raw)
    if signer.verifier.key_id.hex() != key_id:
        raise BadNote("the key's id does not fit the key")
    return signer


def _key(line: str) -> tuple[str, str, bytes]:
    name, _, rest = line.partition("+")
    key_id, _, key = rest.partition("+")
    raw = _base64_bytes(key)
    if not name or name.split() != [name] or len(raw) != 33 or raw[:1] != ED25519:
        raise BadNote("no key of a kind that is known")
    return name, key_id, raw[1:]


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
