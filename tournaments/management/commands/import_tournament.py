"""The command that imports a tournament of another program or federation, with every round."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from games.management.base import Answer, JsonCommand
from tournaments.interchange.importing import Summary, import_file
from tournaments.management.base import context
from tournaments.tables.people import Organisation


class Command(JsonCommand):
    help = (
        "Read a tournament as events: OpenGotha's, pairgoth's or MacMahon's XML, pairgoth's .tour, the"
        " EGD's .h9, the FFG's .tou. Exit status 1 when it is refused."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--slug", help="address of the tournament; else made from its short name")
        parser.add_argument("--organisation", default="home", help="slug; made when it is missing")

    def answer(self, **options: Any) -> Answer:
        data = options["file"].read_bytes()
        name = options["organisation"]
        with transaction.atomic():  # an import that is refused leaves no organisation either
            organisation, _ = Organisation.objects.get_or_create(slug=name, defaults={"name": name.title()})
            summary = import_file(data, organisation, options["slug"], context())
        said = {name: getattr(summary, name) for name in ("slug", "players", "rounds", "warnings")}
        return Answer(data=said, text=_text(summary))


def _text(summary: Summary) -> str:
    made = f"{summary.slug}: {summary.players} players, {summary.rounds} rounds."
    return "\n".join([made, *(f"- {warning}" for warning in summary.warnings)])
