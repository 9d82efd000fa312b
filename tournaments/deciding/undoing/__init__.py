"""Taking a director's edit back: which command sets back what an event has changed. Pure."""

from tournaments.deciding.undoing import (
    clubs,
    commitments,
    dates,
    meetings,
    pairs,
    people,
    results,
    rounds,
    seeds,
    setting_up,
    teams,
)
from tournaments.deciding.undoing.base import Edit, edit_of

__all__ = [
    "Edit",
    "clubs",
    "commitments",
    "dates",
    "edit_of",
    "meetings",
    "pairs",
    "people",
    "results",
    "rounds",
    "seeds",
    "setting_up",
    "teams",
]
