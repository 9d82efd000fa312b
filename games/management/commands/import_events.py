"""The command that imports an event log."""

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from django.core.management.base import CommandParser

from games.backups.moving import reserve_account_numbers
from games.claims import evidence
from games.log.exchange import Imported, InvalidLine, load
from games.log.progress import Progress
from games.management.base import Answer, JsonCommand, NegativeAnswer


class Command(JsonCommand):
    help = (
        "Read an export into an empty log, or one that it continues: every digest is checked, what is here "
        "already is skipped, all is projected, in one transaction. Personal data are not in an export."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a file of export_events, or - for standard input")

    def answer(self, **options: Any) -> Answer:
        try:
            with _open_input(options["file"]) as lines, Progress("events") as report:
                imported = load(lines, report)
        except InvalidLine as error:
            raise NegativeAnswer(f"{error}. Nothing was stored.") from error
        reserve_account_numbers()
        missing = evidence.missing_counts()
        lacks = f" Named in the log and not here: {missing}." if missing else ""
        return Answer(data={**asdict(imported), "not_here": missing}, text=_text(imported) + lacks)


def _open_input(name: str) -> AbstractContextManager[IO[bytes]]:
    return nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb")


def _text(imported: Imported) -> str:
    text = f"{imported.stored} events stored, {imported.present} were here already."
    return text + (
        f" Kinds unknown to this program: {', '.join(imported.unknown)}." if imported.unknown else ""
    )
