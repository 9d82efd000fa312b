"""A backup into an empty database."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from games.archive import keys
from games.archive.restoring import NotEmpty, restore
from games.log.emptiness import is_empty
from games.management.base import Answer, BadNews, JsonCommand
from games.management.commands.backup import as_news


class Command(JsonCommand):
    help = (
        "Read a file of `backup` into an empty database, on SQLite or PostgreSQL: all or nothing. It is "
        "checked before, and the log and the tables made from it afterwards. Everybody logs in again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--identity", metavar="FILE", type=Path, help="the private key that decrypts")
        parser.add_argument("--keys", metavar="FILE", type=Path, help="put the keys in this file back, too")

    def answer(self, **options: Any) -> Answer:
        identity = options["identity"]
        try:
            with as_news():
                found = keys.read(options["keys"], identity) if options["keys"] else {}
                if is_empty():
                    call_command("migrate", verbosity=0)
                done = restore(options["file"], identity)
        except NotEmpty as error:
            raise BadNews(f"{error}: only an empty database is restored into. Nothing was stored.") from error
        except keys.InTheEnvironment as error:
            raise CommandError(f"{error}.") from error
        keys.put_back(found)
        return Answer(
            data={**asdict(done), "keys": bool(found)},
            text=(
                f"{done.events} events and {done.rows} rows beside them. Every digest matches, "
                f"the tables made from events are what they make.\nThe log's digest is {done.log_digest}."
                f"{'' if found else _WITHOUT_KEYS}"
            ),
        )


_WITHOUT_KEYS = (
    "\nPrivate links on badges and in mails, receipts and answers kept for Idempotency-Keys want the keys of "
    "before: see `backup --keys`."
)
