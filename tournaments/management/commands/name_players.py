"""Tell the log what players are called whose entries are from before it was told. JSON: ``{"named"}``.

Safe at any time, and again: whoever is in the log already is passed over.
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
