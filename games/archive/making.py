"""Writing an archive of this database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import file_digest
from pathlib import Path

from games.archive import rows, sealing, versions
from games.archive.parts import LOG, Manifest, Writer
from games.log import exchange, store
from games.log.digests import of_log, timestamp
from games.log.progress import Progress
from games.log.snapshot import snapshot
from games.log.tables import Event


def make(target: Path, recipients: Sequence[str], at: datetime) -> Manifest:
    """A new file with everything, as it is now, whoever writes meanwhile. Raises FileExistsError."""
    with sealing.written(target, recipients) as file, snapshot(), Writer(file) as writer:
        return _write(writer, at)


def _write(writer: Writer, at: datetime) -> Manifest:
    tables = rows.tables()
    total = store.head() + sum(model._base_manager.count() for model in tables.values())  # noqa: SLF001
    with Progress("rows", total) as progress:
        report = _counting(progress)
        writer.write(LOG, exchange.export(answered=False), report)
        for name, model in tables.items():
            writer.write(name, rows.written(model), report)
    manifest = Manifest(
        made_at=timestamp(at),
        migrations=versions.applied(),
        events=store.head(),
        log_digest=digest_of_log(),
        parts=writer.parts,
    )
    writer.finish(manifest)
    return manifest


def digest_of_log() -> str:
    """Of this database's events, by position."""
    digests = Event.objects.order_by("position").values_list("digest", flat=True)
    return of_log(digests.iterator(chunk_size=2000))


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _counting(progress: Progress) -> Callable[[], None]:
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        progress(done)

    return one_more
