"""When games are played that are not played with their round."""

from games.story.base import because
from tournaments.events.dates import GameDateSet
from tournaments.story.of_game import day_and_time
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_game_date_set(event: GameDateSet, seen: Seen) -> str:
    when = f"put off to {day_and_time(event)}" if event.date else "played with its round again"
    return f"{seen.game(event.game_id)} is {when}{because(event.reason)}"
