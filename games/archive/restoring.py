"""An archive checked from the file alone, and written into an empty database."""

# ruff: noqa: SLF001 - _meta and _base_manager are Django's public face in all but spelling
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import IntegrityError, connection, transaction

from games.archive import numbers, rows, sealing, versions
from games.archive.making import digest_of_log
from games.archive.parts import LOG, Damaged, Manifest, Reader
from games.log import exchange, store
from games.log.exchange import Unreadable
from games.log.progress import Progress
from games.log.rebuilding import rebuild
from games.log.tables import Event
from games.log.verification import verify


class NotEmpty(Exception):
    """The database has something already, which an archive would mix with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was stored, and that it was checked: every digest, every table made from events."""

    events: int
    rows: int
    log_digest: str


def check(source: Path, identity: Path | None) -> Manifest:
    """Read an archive to its end, each digest of a part and of an event. Raises Damaged or NoKey."""
    with sealing.opened(source, identity) as file:
        archive = Reader(file)
        check_all(archive)
        return archive.manifest


def restore(source: Path, identity: Path | None) -> Restored:
    """All of it, or nothing. Raises NotEmpty, Damaged or NoKey."""
    with sealing.opened(source, identity) as file:
        archive = Reader(file)
        check_all(archive)
        with transaction.atomic():
            store.take_turn()
            _refuse_contents()
            _load(archive)
            _prove(archive.manifest)
    manifest = archive.manifest
    return Restored(events=manifest.events, rows=manifest.rows, log_digest=manifest.log_digest)


def check_all(archive: Reader) -> None:
    """Everything that can be checked without a database."""
    manifest = archive.manifest
    versions.refuse_other(manifest)
    if manifest.parts.keys() != {LOG, *rows.tables()}:
        differing = manifest.parts.keys() ^ {LOG, *rows.tables()}
        raise Damaged(f"other tables than here: {', '.join(sorted(differing))}")
    with Progress("events checked", manifest.events) as report, of_log():
        found = exchange.check(archive.lines(LOG), report)
    if found != (manifest.events, manifest.log_digest):
        raise Damaged("the log is not the one that the manifest names")
    for name, model in rows.tables().items():
        for _ in rows.read(model, name, archive.lines(name)):
            pass


def _refuse_contents() -> None:
    if Event.objects.exists():
        raise NotEmpty("the log has events")
    for model in rows.tables().values():
        if model._meta.label not in rows.BY_MIGRATIONS and model._base_manager.exists():
            raise NotEmpty(f"{model._meta.label} has rows")


def _load(archive: Reader) -> None:
    tables = rows.tables()
    for model in tables.values():
        if model._meta.label in rows.BY_MIGRATIONS:
            found = model._base_manager.all()
            found._raw_delete(found.db)
    for name, model in tables.items():
        rows.insert(model, rows.read(model, name, archive.lines(name)))
    numbers.go_on(tables.values())
    with Progress("events stored", archive.manifest.events) as report, of_log():
        exchange.load(archive.lines(LOG), report)
    numbers.past_the_log()
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise Damaged(f"a row points to nothing: {error}") from error


def _prove(manifest: Manifest) -> None:
    """What is in the database now is what was said, and what events make is what they make again."""
    with Progress("events verified", manifest.events) as report:
        for fault in verify(report):
            if not fault.beside:  # what was so in the house is so in its copy, and ``verify`` tells it
                raise Damaged(str(fault))
    if digest_of_log() != manifest.log_digest:
        raise Damaged("the stored log has another digest")
    with Progress("events replayed", manifest.events) as report:
        for table in rebuild(check=True, report=report):
            if not table.same:
                raise Damaged(f"{table.name} is not what the log makes of it")


@contextmanager
def of_log() -> Iterator[None]:
    try:
        yield
    except Unreadable as error:
        raise Damaged(f"{LOG}, {error}") from error
