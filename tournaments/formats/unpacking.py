"""Read a file, plain or alone in a .zip or .gz, in pieces and within a limit.

Unpacked bytes are counted while they are unpacked, against decompression bombs; nothing is stored.
"""

import zlib
from gzip import BadGzipFile, GzipFile
from hashlib import sha256
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from games.marking import marked
from tournaments.formats.errors import ExchangeError

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
ENCRYPTED = 0x1
METHODS = (ZIP_STORED, ZIP_DEFLATED)
BROKEN = (BadGzipFile, BadZipFile, EOFError, NotImplementedError, RuntimeError, zlib.error)


class Unpacked:
    """The lines of a file.

    ``digest``: SHA-256 of what has been read so far; ``longest`` in bytes. Raises ``ExchangeError``
    ``too_large`` or ``bad_archive``, both when it is created and when it is read.
    """

    def __init__(self, file: IO[bytes], longest: int) -> None:
        self.longest, self.read_so_far, self._hash = longest, 0, sha256()
        self.file = _open(file)

    def readline(self, size: int, /) -> bytes:
        try:
            data = self.file.readline(size)
        except BROKEN as fault:
            raise ExchangeError(
                "bad_archive", marked("the archive is damaged: %(fault)s", fault=fault)
            ) from None
        self._hash.update(data)
        self.read_so_far += len(data)
        if self.read_so_far > (longest := self.longest):
            raise ExchangeError("too_large", marked("more than %(most)s bytes when unpacked", most=longest))
        return data

    def read(self) -> bytes:
        """Return all bytes of the file."""
        return b"".join(iter(lambda: self.readline(self.longest + 1), b""))

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def _open(file: IO[bytes]) -> IO[bytes]:
    begins = file.read(4)
    file.seek(0)
    if begins.startswith(GZIP):
        return GzipFile(fileobj=file)  # type: ignore[return-value]  # it has all that is asked of it here
    return _only_file(file) if begins == ZIP else file


def _only_file(file: IO[bytes]) -> IO[bytes]:
    try:
        archive = ZipFile(file)
        inside = [info for info in archive.infolist() if not info.is_dir()]
        if len(inside) != 1:
            raise ExchangeError(
                "bad_archive", marked("the archive holds %(n)s files, not one", n=len(inside))
            )
        if inside[0].flag_bits & ENCRYPTED:
            raise ExchangeError("bad_archive", marked("the archive is locked with a password"))
        if inside[0].compress_type not in METHODS:
            message = marked("the archive is compressed by a method that is not read: zip the file again")
            raise ExchangeError("bad_archive", message)
        return archive.open(inside[0])
    except (*BROKEN, ValueError) as fault:
        raise ExchangeError("bad_archive", marked("the archive is damaged: %(fault)s", fault=fault)) from None
