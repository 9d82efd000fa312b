"""The command that adds the names of players to logs that lack them. JSON: ``{"named"}``.

Safe at any time, and to repeat: players whose names are in the log are skipped.
"""

from typing import Any

from games.management.base import Answer, JsonCommand
from tournaments.management.base import context
from tournaments.persons.recorded_names import record_all_missing


class Command(JsonCommand):
    help = "Tell the log what the players of older entries are called; once, after an upgrade."

    def answer(self, **options: Any) -> Answer:
        named = record_all_missing(context)
        return Answer(data={"named": named}, text=f"{named} players named.")
