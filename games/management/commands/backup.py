"""The command that writes a backup of the database into a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import file_digest
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.backups import copying
from games.backups.files import MissingTool, UnusableSource
from games.log import store, upkeep
from games.management.base import Answer, JsonCommand, NegativeAnswer


class Command(JsonCommand):
    help = (
        "Write the whole database but sessions into a new file, as of one moment, while others go on: a copy "
        "of SQLite's file, or pg_dump's custom format. `restore` reads it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--keys", metavar="FILE", type=Path, help="write the installation's keys there")

    def answer(self, **options: Any) -> Answer:
        file: Path = options["file"]
        at, events = timezone.now(), store.head()
        with translate_backup_errors():
            if options["keys"]:
                copying.write_keys(options["keys"])
            copying.dump(file)
        with file.open("rb") as copy:
            sha256 = file_digest(copy, "sha256").hexdigest()
        size = file.stat().st_size
        text = f"Written: {events} events and all beside them, {size} bytes, SHA-256 {sha256}."
        upkeep.record_run(upkeep.BACKUP, at, good=True, said=text)
        return Answer(data={"file": str(file), "events": events, "bytes": size, "sha256": sha256}, text=text)


@contextmanager
def translate_backup_errors() -> Iterator[None]:
    """Report an unusable file as a negative answer, and a missing program as a failure of the command."""
    try:
        yield
    except UnusableSource as error:
        raise NegativeAnswer(f"{error}.") from error
    except MissingTool as error:
        raise CommandError(f"{error}.") from error
