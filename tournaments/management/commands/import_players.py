"""The command that imports a federation's list of players: EGD, FFG or AGA, as published or zipped.

JSON: ``{"list", "version", "published", "count", "new", "gone", "left_out"}``. Exit status 1: refused.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from games.log.progress import Progress
from games.management.base import Answer, JsonCommand
from tournaments.formats.player_lists import ListKind
from tournaments.management.base import context
from tournaments.persons.lists.storing import StoredList, read_list, store_list
from tournaments.tables.people import Organisation


class Command(JsonCommand):
    help = "Read a federation's list of players; it replaces the list that was read in before."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--list", dest="kind", choices=[*ListKind], required=True)
        parser.add_argument("--organisation", default="home", help="slug; made when it is missing")
        parser.add_argument(
            "--skip-faulty", action="store_true", help="leave rows out that cannot be read, and name them"
        )

    def answer(self, **options: Any) -> Answer:
        path, name = options["file"], options["organisation"]
        with path.open("rb") as file, Progress("bytes", path.stat().st_size) as report:
            read = read_list(
                ListKind(options["kind"]), file, skip_faulty=options["skip_faulty"], report=report
            )
        with transaction.atomic(), Progress("players", len(read.rows)) as report:
            organisation, _ = Organisation.objects.get_or_create(slug=name, defaults={"name": name.title()})
            stored = store_list(organisation, read, context().at, report)
        return Answer(data=_data(stored), text=_text(stored))


def _data(stored: StoredList) -> dict[str, Any]:
    listing = stored.listing
    return {
        "list": listing.kind,
        "version": listing.version,
        "published": None if listing.published is None else listing.published.isoformat(),
        "count": listing.count,
        "new": stored.new,
        "gone": stored.gone,
        "left_out": stored.faults,
    }


def _text(stored: StoredList) -> str:
    listing = stored.listing
    of = f" of {listing.published}" if listing.published else ""
    made = (
        f"{listing.kind}{of}, version {listing.version}: {listing.count} players, {stored.new} new, "
        f"{stored.gone} gone."
    )
    left = (f"- line {each.line} left out: {each.message}" for each in stored.faults)
    return "\n".join([made, *left])
