"""Add names of players to the log whose entries are older than the event for names. JSON: ``{"named"}``.

Safe to run at any time and to repeat: players who have a name in the log are skipped.
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
