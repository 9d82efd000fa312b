"""When games are played that are not played with their round."""

from games.marking import marked
from games.story.base import because
from tournaments.events.dates import GameDateSet
from tournaments.story.of_game import day_and_time
from tournaments.story.sentences.base import Seen, describe


@describe.register
def describe_game_date_set(event: GameDateSet, seen: Seen) -> str:
    facts = {"game": seen.game(event.game_id), "because": because(event.reason)}
    if not event.date:
        return marked("%(game)s is played with its round again%(because)s", **facts)
    return marked("%(game)s is put off to %(when)s%(because)s", when=day_and_time(event), **facts)
