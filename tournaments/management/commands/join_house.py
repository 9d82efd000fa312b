"""A club and all it has, out of its backup and in beside the houses of this service."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.archive.parts import Damaged
from games.archive.sealing import NoKey
from games.management.base import Answer, BadNews, JsonCommand
from tournaments.interchange.houses.clashes import Choices, Clash
from tournaments.interchange.houses.joining import join
from tournaments.management.base import ACTOR


class Command(JsonCommand):
    help = (
        "Take in the house of a `backup` beside those that are here: its log with every digest as it was, "
        "its accounts, players, offices, links, records and evidence. Names and addresses that somebody here "
        "has are said, and then nothing is stored. Sessions, notices, jobs and kept answers stay behind."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--identity", metavar="FILE", type=Path, help="the private key that decrypts")
        parser.add_argument(
            "--same", metavar="NAME", action="append", default=[], help="this account is theirs here, too"
        )
        parser.add_argument(
            "--rename",
            metavar="NAME=NEW",
            action="append",
            default=[],
            help="this account is called NEW here",
        )

    def answer(self, **options: Any) -> Answer:
        renamed = dict(_renaming(text) for text in options["rename"])
        choices = Choices(same=frozenset(options["same"]), renamed=renamed)
        try:
            joined = join(options["file"], options["identity"], choices, ACTOR, timezone.now())
        except (Clash, Damaged) as error:
            raise BadNews(f"{error}\nNothing was stored.") from error
        except NoKey as error:
            raise CommandError(f"{error}.") from error
        return Answer(
            data={"events": joined.events, "log_digest": joined.log_digest},
            text=f"{joined.events} events came in, every digest as it was.\n{_KEYS}",
        )


_KEYS = (
    "Private links that the house gave out, and second factors, open here once its SECRET_KEY is one of "
    "SECRET_KEY_FALLBACKS; its receipts are checked where they were given."
)


def _renaming(text: str) -> tuple[str, str]:
    name, equals, new = text.partition("=")
    if not (name and equals and new):
        raise CommandError(f"--rename wants NAME=NEW, not {text!r}.")
    return name, new
