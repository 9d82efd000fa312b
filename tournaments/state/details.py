"""Details of a tournament as its announcement shows them."""

from dataclasses import dataclass

from tournaments.competition.time_limits import NOT_TOLD, TimeSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The announcement of a tournament. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is not known. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director names it, else it follows from the time. ``short_name``: what files of other programs call
    it; empty: its address. ``time_zone``: as the IANA calls it, "Europe/Helsinki"; empty: the service's.
    ``language``: of its pages for readers who have chosen none, "de"; empty: the browser's.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = NOT_TOLD
    time_class: str = ""
    online: bool = False
    short_name: str = ""
    time_zone: str = ""
    language: str = ""
