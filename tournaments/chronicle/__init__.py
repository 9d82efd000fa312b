"""The story of a tournament in plain words. Pure: an event, the states around it, and names."""

from tournaments.chronicle import clubs, games, meetings, people, rounds, setting_up, teams
from tournaments.chronicle.base import Seen, tell

__all__ = ["Seen", "clubs", "games", "meetings", "people", "rounds", "setting_up", "teams", "tell"]
