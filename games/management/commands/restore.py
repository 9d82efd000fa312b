"""The command that restores a backup into an empty database."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.backups import copying
from games.log import store
from games.log.progress import Progress
from games.log.verification import verify_and_record
from games.management.base import Answer, JsonCommand
from games.management.commands.backup import translate_backup_errors


class Command(JsonCommand):
    help = (
        "Read a file of `backup` into an empty folder or an empty database of PostgreSQL: all or nothing. "
        "Then migrate it to this version and verify its log. Everybody logs in again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--keys", metavar="FILE", type=Path, help="put the keys in this file back, too")

    def answer(self, **options: Any) -> Answer:
        with translate_backup_errors():
            found = copying.read_keys(options["keys"]) if options["keys"] else {}
            copying.restore(options["file"])
        copying.restore_keys(found)
        with Progress("events", store.head()) as report:
            checked = verify_and_record(timezone.now(), report)
        lines = ["Restored.", *map(str, checked.faults), str(checked), *([] if found else [_KEYS_ADVICE])]
        return Answer(
            data={
                "ok": checked.good,
                "events": checked.events,
                "keys": bool(found),
                "faults": checked.faults,
            },
            text="\n".join(lines),
            good=checked.good,
        )


_KEYS_ADVICE = (
    "Private links on badges and in mails, receipts and answers kept for Idempotency-Keys want the keys of "
    "before: see `backup --keys`."
)
