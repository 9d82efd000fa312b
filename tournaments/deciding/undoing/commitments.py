"""Secrets that draws follow from: a round that is paired no more is paired from the same one again."""

from tournaments.deciding.undoing.base import Edit, Past, edit_of
from tournaments.events.commitments import SeedCommitted


@edit_of.register
def edit_of_seed_committed(event: SeedCommitted, past: Past) -> Edit:
    """Nothing is set back, and nothing keeps the rest of the command from it."""
    return Edit(subject=lambda state: event.round in state.secrets, back=[])
