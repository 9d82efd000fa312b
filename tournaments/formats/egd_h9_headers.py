"""Read the header of an .h9 file: name, place, days, class, komi, time. Faults name the line."""

from datetime import date

from games.marking import marked
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem
from tournaments.formats.egd_h9 import NO_CLASS, OVERTIMES
from tournaments.formats.egd_h9_lines import Sheet
from tournaments.formats.eight_bit import Warn
from tournaments.formats.imported import Details, Person
from tournaments.formats.results_rows import Row, fault, komi_in

NOT_RATED = "X"
KNOWN = {"CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM"}
OVERTIME_NAMES = {name.lower(): overtime for overtime, name in OVERTIMES.items()}


def _header(sheet: Sheet, name: str) -> tuple[int, str]:
    return sheet.headers.get(name, (0, ""))


def komi_of(sheet: Sheet) -> float:
    return komi_in("KM", *_header(sheet, "KM"))


def handicap_reduction(sheet: Sheet, warn: Warn) -> int | None:
    """Return the number of stones by which handicaps are below the difference of ranks: h1 is 1.

    None without the header, which means that games have no handicap but the one in their cell.
    """
    _, text = _header(sheet, "HA")
    if len(text) == 2 and text[0] == "h" and text[1] in "0123456789":
        return int(text[1])
    if text:
        warn(
            marked(
                "HA %(text)s is not known: games have the stones in their cells, else none.",
                text=repr(text[:40]),
            )
        )
    return None


def details_of(sheet: Sheet, ids: list[str], warn: Warn) -> Details:
    name = _header(sheet, "EV")[1]
    country, comma, place = _header(sheet, "PC")[1].partition(",")
    if not comma:
        country, place = "", country
    country = country.strip().upper()
    if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
        warn(
            marked(
                "The country %(country)s in PC has no two-letter code: it is read as part of the place.",
                country=repr(country[:40]),
            )
        )
        country, place = "", f"{country}, {place.strip()}"
    begins, ends = _days(sheet)
    for unknown in sorted(sheet.headers.keys() - KNOWN):
        warn(marked("The header %(name)s is not known and is not read.", name=unknown))
    return Details(
        name=name,
        short_name="",
        location=place.strip(),
        country=country,
        director="",
        begins=begins,
        ends=ends,
        time=_time(sheet, warn),
        time_class=_class(sheet, warn),
        persons={id_: _person(row) for id_, row in zip(ids, sheet.rows, strict=True)},
    )


def _person(row: Row) -> Person:
    return Person(
        name=row.name,
        first_name=row.first_name,
        country=row.country,
        club=row.club,
        egf_pin=row.pin,
        grade=row.grade,
    )


def _days(sheet: Sheet) -> tuple[date | None, date | None]:
    line, text = _header(sheet, "DT")
    first, _, last = (part.strip() for part in text.partition(","))
    try:
        days = [date.fromisoformat(part) if part else None for part in (first, last)]
    except ValueError:
        raise fault(
            "bad_date", marked("DT is no pair of dates: %(text)s", text=repr(text[:40])), line
        ) from None
    return days[0], days[1]


def _class(sheet: Sheet, warn: Warn) -> str:
    line, text = _header(sheet, "CL")
    if text.upper() == NOT_RATED:
        warn(marked("CL X: the tournament is not rated."))
        return NO_CLASS
    if text.upper() not in ("", "A", "B", "C", "D"):
        raise fault(
            "unknown_value", marked("CL is no class from A to D or X: %(text)s", text=repr(text[:40])), line
        )
    return text.upper() or (NO_CLASS if line else "")


def _time(sheet: Sheet, warn: Warn) -> TimeSystem:
    line, text = _header(sheet, "TM")
    if not text:
        return UNKNOWN_TIME
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise fault("bad_number", marked("TM is no number of minutes: %(text)s", text=repr(text[:40])), line)
    _, comment = _header(sheet, "CM")
    overtime = OVERTIME_NAMES.get(comment.lower(), Overtime.NONE)
    if comment and comment.lower() not in OVERTIME_NAMES:
        warn(marked("The comment %(comment)s is not kept.", comment=repr(comment[:80])))
    return TimeSystem(basic=int(text), overtime=overtime)
