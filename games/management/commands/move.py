"""The command that copies this database into another one."""

from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from games.backups.moving import move
from games.management.base import Answer, JsonCommand
from games.management.commands.backup import translate_backup_errors


class Command(JsonCommand):
    help = (
        "Copy the log with every digest, people and all else but sessions into an empty database, then "
        "verify the log there. Stop the service first; this database stays as it is."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--to",
            metavar="URL",
            required=True,
            help="postgresql://USER:PASSWORD@HOST/NAME, or sqlite:////FOLDER/nigiri.sqlite3",
        )

    def answer(self, **options: Any) -> Answer:
        with translate_backup_errors():
            moved = move(options["to"])
        return Answer(
            data=asdict(moved),
            text=(
                f"{moved.events} events and {moved.rows} rows beside them. Every digest matches.\n"
                "The keys are not in it: `backup --keys` writes them for the environment or the new folder."
            ),
        )
