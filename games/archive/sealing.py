"""Encryption by age (https://age-encryption.org): whoever has `age` reads such a file without this program.

The public half of a key encrypts, the private half, which need not be on the server, decrypts.
"""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pyrage

from games.archive.parts import Damaged

BINARY = getattr(os, "O_BINARY", 0)  # Windows writes other ends of lines without it
BEGINNING = b"age-encryption.org/"


class NoKey(Exception):
    """What was given is no key, or there is none for this file."""


def new_identity(path: Path) -> str:
    """Make a key, keep its private half in a new file, and return the public one."""
    identity = pyrage.x25519.Identity.generate()
    with new_file(path) as file:
        file.write(f"# public key: {identity.to_public()}\n{identity}\n".encode())
    return str(identity.to_public())


@contextmanager
def new_file(path: Path) -> Iterator[IO[bytes]]:
    """A file for its owner alone. Raises FileExistsError; nothing is left of one that was not finished."""
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BINARY, 0o600)
    try:
        with os.fdopen(opened, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink()
        raise


@contextmanager
def written(path: Path, recipients: Sequence[str]) -> Iterator[IO[bytes]]:
    """A new file, encrypted for the recipients (public keys) where there are any."""
    keys = [_recipient(text) for text in recipients]
    with new_file(path) as target:
        if not keys:
            yield target
            return
        with tempfile.TemporaryFile() as plain:
            yield plain
            plain.seek(0)
            pyrage.encrypt_io(plain, target, keys)


@contextmanager
def opened(path: Path, identity: Path | None) -> Iterator[IO[bytes]]:
    """The plain bytes of a file, decrypted where it is encrypted. Raises Damaged or NoKey."""
    with path.open("rb") as source, tempfile.TemporaryFile() as plain:
        encrypted = source.read(len(BEGINNING)) == BEGINNING
        source.seek(0)
        if not encrypted:
            yield source
            return
        if identity is None:
            raise NoKey(f"{path} is encrypted: name the file of its private key with --identity")
        _decrypt(source, plain, _identity(identity))
        plain.seek(0)
        yield plain


def _decrypt(source: IO[bytes], plain: IO[bytes], key: Any) -> None:
    try:
        pyrage.decrypt_io(source, plain, [key])
    except pyrage.DecryptError as error:
        raise NoKey(f"this key does not open the file: {error}") from error
    except OSError as error:  # what age says of a piece that is cut off or altered
        if error.errno:
            raise
        raise Damaged("the encrypted file was cut off or altered") from error


def _recipient(text: str) -> Any:
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise NoKey(f"{text!r} is no public key such as age1...") from error


def _identity(path: Path) -> Any:
    lines = path.read_text(encoding="utf-8").splitlines()
    try:
        (text,) = (line.strip() for line in lines if line.strip() and not line.startswith("#"))
        return pyrage.x25519.Identity.from_str(text)
    except (ValueError, pyrage.IdentityError) as error:
        raise NoKey(f"{path} holds no private key of age") from error
