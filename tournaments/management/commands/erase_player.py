"""The command that erases a player's personal data. JSON: ``{"erased"}``, the player's id.

Results and standings remain, without the name. Refused for an unknown id.
"""

from typing import Any

from django.core.management.base import CommandParser

from games.log import database
from games.management.base import Answer, JsonCommand
from tournaments.management.base import add_player_argument, player_of
from tournaments.persons.erasing import erase_player


class Command(JsonCommand):
    help = "Forget who the player is: names, words, registrations, records, pictures. It cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        add_player_argument(parser)
        parser.add_argument(
            "--rewrite",
            action="store_true",
            help="then rewrite SQLite's file, for bytes that versions before this command left in it",
        )

    def answer(self, **options: Any) -> Answer:
        player = player_of(options["player"])
        erase_player(player)
        if options["rewrite"]:
            database.vacuum()
        return Answer(data={"erased": str(player.pk)}, text=f"{player.pk} is erased.")
