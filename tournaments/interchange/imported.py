"""What an exchange file says of a tournament beyond what standings and pairings need."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from tournaments.history import History
from tournaments.time_limits import TimeSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who an entrant is; ``grade`` ("9P") and ``rating_origin`` ("EGF : 2700") as the file has them."""

    name: str
    first_name: str
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_licence_status: str = ""
    aga_id: str = ""
    aga_expiration: str = ""
    grade: str = ""
    rating_origin: str = ""

    @property
    def full(self) -> str:
        return f"{self.name} {self.first_name}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """``persons`` by entrant id; ``colours_unknown``: (round, table) of games without known colours.

    ``time_class``: "A" to "D", or "-" for none, where the file names it.
    """

    name: str
    short_name: str
    location: str
    director: str
    begins: date | None
    ends: date | None
    time: TimeSystem
    persons: Mapping[str, Person]
    colours_unknown: frozenset[tuple[int, int]] = frozenset()
    country: str = ""
    time_class: str = ""
    online: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """A read file. ``warnings``: everything that was dropped, altered or assumed, in words."""

    history: History
    details: Details
    warnings: tuple[str, ...] = ()
