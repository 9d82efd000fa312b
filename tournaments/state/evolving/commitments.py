"""Secrets that seeds are drawn from."""

from tournaments.events.commitments import SeedCommitted
from tournaments.state.evolving.base import changed, evolve
from tournaments.state.tournament import Tournament


@evolve.register
def evolve_seed_committed(event: SeedCommitted, state: Tournament) -> Tournament:
    """The first secret of a round stays its secret."""
    return changed(state, secrets={event.round: event.secret, **state.secrets})
