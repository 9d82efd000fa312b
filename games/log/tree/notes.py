"""Signed notes with Ed25519, as specified in c2sp.org/signed-note, and their keys (pure)."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ED25519 = b"\x01"
PRIVATE = "PRIVATE+KEY"
MAX_SIGNATURES = 64
_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")


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
        return f"{self.name}+{self.key_id.hex()}+{_base64(ED25519 + self.public)}"

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
        return f"{PRIVATE}+{self.name}+{key_id}+{_base64(ED25519 + self.seed)}"

    def raw(self, message: bytes) -> bytes:
        return Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A signature line of a note."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"— {self.name} {_base64(self.key_id + self.signature)}"

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
    raw = _bytes(found[2]) if found else b""
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
    raw = _bytes(key)
    if not name or name.split() != [name] or len(raw) != 33 or raw[:1] != ED25519:
        raise BadNote("no key of a kind that is known")
    return name, key_id, raw[1:]


def _base64(raw: bytes) -> str:
    return b64encode(raw).decode()


def _bytes(text: str) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise BadNote("no base64") from error
