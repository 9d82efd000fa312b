"""Who is seeded how by hand."""

from dataclasses import replace

from tournaments.events.seeds import SeedsSet
from tournaments.state.evolving.base import evolve
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_seeds_set(event: SeedsSet, state: Tournament) -> Tournament:
    return replace(state, seeds={**state.seeds, event.group: event.seeds})
