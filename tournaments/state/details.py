"""Details of a tournament as its announcement shows them."""

from dataclasses import dataclass

from tournaments.competition.time_limits import UNKNOWN_TIME, TimeSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The announcement of a tournament. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is unknown. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director sets it, else it follows from the time. ``short_name``: the name in files of other programs;
    empty: its address. ``time_zone``: an IANA name such as "Europe/Helsinki"; empty: the service's.
    ``language``: such as "de", for pages of readers who have not chosen one; empty: the browser's.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = UNKNOWN_TIME
    time_class: str = ""
    online: bool = False
    short_name: str = ""
    time_zone: str = ""
    language: str = ""
