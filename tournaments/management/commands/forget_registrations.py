"""The command that deletes unconfirmed registrations, and the e-mail addresses of the others.

JSON: ``{"deleted"}``. Refused until the tournament is over.
"""

from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.management.base import context, tournament
from tournaments.registration.commands import run_command
from tournaments.registration.operations import FORGET_SIGNUPS


class Command(JsonCommand):
    help = "After a tournament, delete the registrations that were not confirmed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")

    def answer(self, **options: Any) -> Answer:
        now = context()
        count = run_command(tournament(options["slug"]), FORGET_SIGNUPS.command_for({}, now), now)
        return Answer(data={"deleted": count}, text=f"{count} deleted.")
