"""The command that writes all data about a player into one file. JSON: ``{"player", "file", "bytes"}``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from games.management.base import Answer
from tournaments.interchange.person_copy import person_copy
from tournaments.management.base import NamesTold, add_player_argument, player_of


class Command(NamesTold):
    help = "Write all that concerns a player into one file: a zip of JSON, records and pictures."

    def add_arguments(self, parser: CommandParser) -> None:
        add_player_argument(parser)
        parser.add_argument("file", type=Path, metavar="FILE")

    def answer(self, **options: Any) -> Answer:
        player, out = player_of(options["player"]), options["file"]
        pieces = person_copy(player, timezone.now())
        with out.open("wb") as file:
            file.writelines(pieces)
        size = out.stat().st_size
        data = {"player": str(player.pk), "file": str(out), "bytes": size}
        return Answer(data=data, text=f"{out}: {size} bytes.")
