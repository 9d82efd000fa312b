"""The command that merges a newer save of a tournament into the stored one."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.interchange.merging import Merging, merge, preview_merge
from tournaments.management.base import context, tournament


class Command(JsonCommand):
    help = "Bring a tournament to what a newer file of it says. Exit status 1 when a difference is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path)
        parser.add_argument("--dry-run", action="store_true", help="only list the differences")

    def answer(self, **options: Any) -> Answer:
        row = tournament(options["slug"])
        work = preview_merge if options["dry_run"] else merge
        merging = work(row, options["file"].read_bytes(), context())
        found = [
            {"differs": each.kind, "round": each.round or None, "text": each.text}
            for each in merging.differences
        ]
        return Answer(data={"differences": found, "warnings": merging.warnings}, text=_text(merging))


def _text(merging: Merging) -> str:
    lines = [each.text for each in merging.differences] or [
        "The file has no differences from this tournament."
    ]
    return "\n".join([*lines, *(f"- {warning}" for warning in merging.warnings)])
