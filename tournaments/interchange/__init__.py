"""Files that other programs write and read: pure functions between bytes and values."""

from tournaments.interchange.errors import ExchangeError
from tournaments.interchange.imported import Details, Imported, Person
from tournaments.interchange.incoming import read_tournament
from tournaments.interchange.opengotha import read_opengotha
from tournaments.time_limits import Overtime, TimeSystem

__all__ = [
    "Details",
    "ExchangeError",
    "Imported",
    "Overtime",
    "Person",
    "TimeSystem",
    "read_opengotha",
    "read_tournament",
]
