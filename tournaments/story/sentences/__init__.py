"""The story of a tournament in plain words. Pure: an event, the states around it, and names."""

from tournaments.story.sentences import (
    clubs,
    commitments,
    dates,
    games,
    meetings,
    people,
    rounds,
    seeds,
    setting_up,
    teams,
)
from tournaments.story.sentences.base import Seen, describe

__all__ = [
    "Seen",
    "clubs",
    "commitments",
    "dates",
    "describe",
    "games",
    "meetings",
    "people",
    "rounds",
    "seeds",
    "setting_up",
    "teams",
]
