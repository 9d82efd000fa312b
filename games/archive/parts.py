"""The file itself: parts of lines, each counted and digested, and the manifest that names them.

Read as strictly as written: a part that is missing, more, shorter or altered is said by its name.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import IO, Any, Self
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile
from zlib import error as BrokenStream  # noqa: N812 - a name that says what it is

FORMAT = "nigiri-backup"
VERSION = 1
MANIFEST = "manifest.json"
LARGEST_MANIFEST = 1_000_000  # bytes
LOG = "log.jsonl"


# What zipfile raises at an altered byte, of what is packed and of what it says about that.
UNREADABLE = (BadZipFile, BrokenStream, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)


class Damaged(Exception):
    """The archive is not what was written, or not one of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Lines and the SHA-256 of a part's bytes."""

    lines: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """``migrations``: the names of each app's, as applied; ``log_digest``: of all digests of events."""

    made_at: str
    migrations: dict[str, list[str]]
    events: int
    log_digest: str
    parts: dict[str, Part] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """Those of all tables beside the log."""
        return sum(part.lines for name, part in self.parts.items() if name != LOG)


class Writer:
    """Writes parts one after another; ``finish`` writes the manifest."""

    def __init__(self, file: IO[bytes]) -> None:
        self.zip = ZipFile(file, "w", ZIP_DEFLATED)
        self.parts: dict[str, Part] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.zip.close()

    def write(self, name: str, lines: Iterable[str], report: Callable[[], None]) -> None:
        digest, count = sha256(), 0
        with self.zip.open(name, "w", force_zip64=True) as part:
            for count, line in enumerate(lines, start=1):  # noqa: B007 - the count is the last number
                text = f"{line}\n".encode()
                digest.update(text)
                part.write(text)
                report()
        self.parts[name] = Part(lines=count, sha256=digest.hexdigest())

    def finish(self, manifest: Manifest) -> None:
        said = {"format": FORMAT, "version": VERSION, **asdict(manifest)}
        self.zip.writestr(MANIFEST, json.dumps(said, indent=1))


class Reader:
    """An archive whose manifest has been read; its parts are checked as they are read to their end."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self.zip = ZipFile(file)
        except UNREADABLE as error:
            raise Damaged("not a backup of this program, or one that was cut off") from error
        self.manifest = _manifest(self.zip)
        self._refuse_other_parts()

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a part. Raises Damaged, at the latest at its end."""
        said, digest, count = self.manifest.parts[name], sha256(), 0
        try:
            with self.zip.open(name) as part:
                for count, line in enumerate(part, start=1):  # noqa: B007 - the count is the last number
                    digest.update(line)
                    yield line
        except UNREADABLE as error:
            raise Damaged(f"{name} cannot be read: {error}") from error
        if count != said.lines:
            raise Damaged(f"{name} has {count} lines, not {said.lines}")
        if digest.hexdigest() != said.sha256:
            raise Damaged(f"{name} is not what was written: its digest does not match")

    def _refuse_other_parts(self) -> None:
        said = sorted([MANIFEST, *self.manifest.parts])
        if (there := sorted(self.zip.namelist())) != said:
            differing = ", ".join(sorted(set(there) ^ set(said))) or "a part twice"
            raise Damaged(f"parts and manifest differ: {differing}")


def _manifest(archive: ZipFile) -> Manifest:
    try:
        with archive.open(MANIFEST) as file:
            said: Any = json.loads(file.read(LARGEST_MANIFEST))
        form, version = said.pop("format"), said.pop("version")
        if (form, version) != (FORMAT, VERSION):
            raise Damaged(f"{form} of version {version} is not read by this program")
        parts = {name: Part(**part) for name, part in said.pop("parts").items()}
        return Manifest(**said, parts=parts)
    except (KeyError, TypeError, AttributeError, *UNREADABLE) as error:
        raise Damaged(f"{MANIFEST} cannot be read") from error
