"""One event more: ``evolve`` folds it into the state and never refuses, since history is never rejected."""

from tournaments.state.evolving import (
    clubs,
    commitments,
    dates,
    entries,
    limits,
    meetings,
    pairs,
    results,
    rounds,
    seeds,
    setting_up,
    teams,
)
from tournaments.state.evolving.base import evolve, fold

__all__ = [
    "clubs",
    "commitments",
    "dates",
    "entries",
    "evolve",
    "fold",
    "limits",
    "meetings",
    "pairs",
    "results",
    "rounds",
    "seeds",
    "setting_up",
    "teams",
]
