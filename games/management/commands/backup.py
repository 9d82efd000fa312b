"""Everything that is kept, into one file."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.archive import keys, making, restoring, sealing
from games.archive.parts import Damaged, Manifest
from games.archive.sealing import NoKey
from games.log import upkeep
from games.management.base import Answer, BadNews, JsonCommand


class Command(JsonCommand):
    help = (
        "Write the log, people, files and all else that is kept into a new file, as it is at one moment, "
        "while others go on writing; `restore` reads it into either database. Rows made from events and "
        "sessions are not in it. With --verify, check such a file to its end, without a database."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--verify", action="store_true", help="check FILE and write nothing")
        what.add_argument("--new-identity", action="store_true", help="make a key, its private half in FILE")
        parser.add_argument("--keys", metavar="FILE", type=Path, help="write the installation's keys there")
        parser.add_argument(
            "--recipient", metavar="AGE1...", action="append", default=[], help="encrypt for this public key"
        )
        parser.add_argument("--identity", metavar="FILE", type=Path, help="the private key that decrypts")

    def answer(self, **options: Any) -> Answer:
        file: Path = options["file"]
        with as_news():
            if options["new_identity"]:
                public = sealing.new_identity(file)
                return Answer(data={"recipient": public}, text=public)
            if options["verify"]:
                return _answer("Intact", restoring.check(file, options["identity"]), file)
            if options["keys"]:
                keys.write(options["keys"], options["recipient"])
            at = timezone.now()
            answer = _answer("Written", making.make(file, options["recipient"], at), file)
        upkeep.done(upkeep.BACKUP, at, good=True, said=answer.text)
        return answer


@contextmanager
def as_news() -> Iterator[None]:
    """What is wrong with a file is bad news; that there is no key for it, a thing that could not be done."""
    try:
        yield
    except Damaged as error:
        raise BadNews(f"{error}.") from error
    except NoKey as error:
        raise CommandError(f"{error}.") from error


def _answer(done: str, manifest: Manifest, file: Path) -> Answer:
    data = {
        "file": str(file),
        "bytes": file.stat().st_size,
        "sha256": making.sha256_of(file),
        "made_at": manifest.made_at,
        "events": manifest.events,
        "log_digest": manifest.log_digest,
        "rows": {name: part.lines for name, part in manifest.parts.items()},
    }
    text = (
        f"{done}: {manifest.events} events and {manifest.rows} rows beside them, {data['bytes']} bytes.\n"
        f"The log's digest is {manifest.log_digest}, the file's SHA-256 {data['sha256']}."
    )
    return Answer(data=data, text=text)
