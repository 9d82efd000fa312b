"""An answer shut away so that only the request it answers opens it (pure, but for the nonce).

The key is made of the request itself, its Idempotency-Key included, of which the service keeps nothing. So
what fails to open was shut by another request; an answer may be kept for ever although it names people; and
whoever reads the database learns neither what was asked nor what was answered.
"""

import hmac
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE = 12  # bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def key_of(secret: str, *parts: bytes) -> bytes:
    """32 bytes that only whoever knows the secret and all parts can make."""
    return hmac.digest(secret.encode(), b"\n".join(parts), "sha256")


def seal(key: bytes, name: bytes, said: Said | None) -> bytes:
    """``name`` ties it to its row. None: a request was here, and its answer is not for keeping."""
    text = b"" if said is None else _written(said)
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(key).encrypt(nonce, zlib.compress(text), name)


def unseal(key: bytes, name: bytes, sealed: bytes) -> Said | None:
    """What was sealed. Raises ValueError where the key or the name is another."""
    try:
        text = zlib.decompress(AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], name))
    except InvalidTag as error:
        raise ValueError("sealed for another request") from error
    return _read(text) if text else None


def _written(said: Said) -> bytes:
    head = json.dumps([said.status, dict(said.headers)], separators=(",", ":"))
    return head.encode() + b"\n" + said.body


def _read(text: bytes) -> Said:
    head, _, body = text.partition(b"\n")
    status, headers = json.loads(head)
    return Said(status=status, headers=headers, body=body)
