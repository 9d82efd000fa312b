"""Exchange files of other programs: pure functions between bytes and values."""

from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.formats.errors import ExchangeError
from tournaments.formats.imported import Details, Imported, Person
from tournaments.formats.incoming import read_tournament
from tournaments.formats.opengotha import read_opengotha

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
