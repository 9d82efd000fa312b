"""The members of a bundle as a zip, sent in pieces, whose bytes depend on the members alone.

The manifest comes first and has the hashes of all other members, so these are written to a temporary file
before.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from tempfile import TemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from games.log.canonical import canonical
from games.log.tree.checkpoints import read_checkpoint, read_note
from tournaments.interchange.bundle.content import BundleContent
from tournaments.interchange.bundle.members import members
from tournaments.interchange.bundles import Pipe

PIECE = 1 << 16  # bytes
READABLE = 0o644 << 16
UNIX = 3
MANIFEST = "bundle.json"


@dataclass(slots=True)
class Spool:
    """A temporary file of concatenated members, with the length and the hash of each."""

    file: IO[bytes] = field(default_factory=TemporaryFile)
    lengths: dict[str, int] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)

    def take(self, name: str, pieces: Iterator[bytes]) -> None:
        digest, begin = sha256(), self.file.tell()
        for piece in pieces:
            digest.update(piece)
            self.file.write(piece)
        self.lengths[name], self.hashes[name] = self.file.tell() - begin, digest.hexdigest()

    def __del__(self) -> None:
        """Close the file if the response is not read to its end."""
        self.file.close()


def spool_members(content: BundleContent) -> Spool:
    """Write all members, the manifest last. Refuses with ``log_damaged``."""
    spool = Spool()
    for name, pieces in members(content):
        spool.take(name, pieces)
    spool.take(MANIFEST, iter([_manifest(content, spool.hashes).encode()]))
    return spool


def _manifest(content: BundleContent, hashes: dict[str, str]) -> str:
    head, state = read_checkpoint(read_note(content.head.note).text), content.scope.state
    return canonical(
        {
            "files": hashes,
            "format": "nigiri-bundle",
            "organisation_id": state.organisation_id,
            "origin": head.origin,
            "size": head.size,
            "slug": state.slug,
            "specification": content.scope.specification,
            "tournament_id": state.id,
            "version": 1,
        }
    )


@dataclass(frozen=True, slots=True)
class Zipped:
    """The zip of the spooled members, readable once; closing it deletes the temporary file."""

    spool: Spool

    def __iter__(self) -> Iterator[bytes]:
        pipe, names = Pipe(), [*self.spool.lengths]
        begins = dict(zip(names, _begins(self.spool), strict=True))
        with ZipFile(pipe, "w") as archive:
            for name in (MANIFEST, *names[:-1]):
                self.spool.file.seek(begins[name])
                yield from _member(archive, pipe, name, self.spool)
        yield pipe.drain()

    def close(self) -> None:
        self.spool.file.close()


def _begins(spool: Spool) -> Iterator[int]:
    begin = 0
    for length in spool.lengths.values():
        yield begin
        begin += length


def _member(archive: ZipFile, pipe: Pipe, name: str, spool: Spool) -> Iterator[bytes]:
    """Yield the member from the current position of the temporary file."""
    left = spool.lengths[name]
    with archive.open(_entry(name, left), "w") as entry:
        while left:
            piece = spool.file.read(min(PIECE, left))
            entry.write(piece)
            left -= len(piece)
            yield pipe.drain()


def _entry(name: str, length: int) -> ZipInfo:
    """Return the zip entry with fixed metadata, so that its bytes are always the same."""
    info = ZipInfo(name)
    info.compress_type, info.external_attr, info.create_system = ZIP_DEFLATED, READABLE, UNIX
    info.file_size = length
    return info
