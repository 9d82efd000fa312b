"""Games with a date of their own."""

from tournaments.events.dates import GameDateSet
from tournaments.state.evolving.base import evolve, with_pair
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_game_date_set(event: GameDateSet, state: Tournament) -> Tournament:
    return with_pair(state, event.round, event.game_id, date=event.date, time=event.time)
