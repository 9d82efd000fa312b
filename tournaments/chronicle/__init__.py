"""The story of a tournament in plain words. Pure: an event, the state before it, and names give a sentence."""

from tournaments.chronicle.base import Seen, tell
from tournaments.chronicle import games, people, rounds, setting_up  # isort: skip - they register

__all__ = ["Seen", "games", "people", "rounds", "setting_up", "tell"]
