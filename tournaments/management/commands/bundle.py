"""The command that writes the public bundle of a tournament, to be checked without this service."""

from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.base import Answer, JsonCommand
from tournaments.interchange.bundle.archive import Zipped, spool_members
from tournaments.interchange.bundle.content import bundle_content
from tournaments.management.base import tournament


class Command(JsonCommand):
    help = "Write all that is needed to check a tournament without this service: deploy/format/bundle.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path, metavar="FILE")

    def answer(self, **options: Any) -> Answer:
        found, out = bundle_content(tournament(options["slug"]), timezone.now()), options["file"]
        spool = spool_members(found)
        with closing(Zipped(spool)) as pieces, out.open("wb") as file:
            file.writelines(pieces)
        size, written = found.head.size, out.stat().st_size
        data = {"tournament": options["slug"], "file": str(out), "size": size, "files": spool.hashes}
        said = f"{out}: {len(found.places)} events under the head of {size}, {written} bytes."
        return Answer(data=data, text=said)
