"""Whether the log still says what was written."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.log import store
from games.log.checking import Checked, check
from games.log.progress import Progress
from games.log.since import verified
from games.management.base import Answer, JsonCommand


class Command(JsonCommand):
    help = "Check every event's digest; name every altered, missing or inserted one, with exit status 1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--from-checkpoint",
            action="store_true",
            help="read only what was stored since the log was last found whole; all of it where it never was",
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=1,
            metavar="N",
            help="read all of it by N processes; where they find a fault, all is read once more in order",
        )

    def answer(self, **options: Any) -> Answer:
        if options["jobs"] < 1:
            raise CommandError("--jobs takes a number from 1.")
        since = verified() if options["from_checkpoint"] else None
        with Progress("events", store.head() - (max(since.position, 0) if since else 0)) as report:
            checked = check(timezone.now(), report, since=since, jobs=options["jobs"])
        return Answer(
            data={"ok": checked.good, "events": checked.events, "faults": checked.faults},
            text=_text(checked),
            good=checked.good,
        )


def _text(checked: Checked) -> str:
    return "\n".join([*map(str, checked.faults), str(checked)])
