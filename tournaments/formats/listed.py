"""A row of a published list of players, and the faults of a row of any table."""

import re
from dataclasses import dataclass, replace

from games.marking import marked
from games.one_line import is_one_line
from tournaments.formats.fields import HIGHEST_RATING, LOWEST_RATING

INTEGER = re.compile(r"[+-]?[0-9]{1,6}")
LONGEST_NAME, LONGEST_CODE = 60, 12
NOWHERE = ("XX", "")
NO_CLUB = re.compile("x{1,4}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A listed player.

    ``number``: PIN, licence or AGA number; "" for none. ``rank`` and ``rating`` None: unknown. ``status`` (of
    a licence or membership) and ``last_event`` are as in the list.
    """

    number: str
    family_name: str
    given_name: str
    country: str = ""
    club: str = ""
    rank: int | None = None
    rating: int | None = None
    status: str = ""
    last_event: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A row that cannot be read: its position, a stable ``code``, and the problem or remedy in words.

    ``line`` from 1; ``column`` by its name, "" for the whole row.
    """

    line: int
    column: str
    code: str
    message: str


class RowFault(Exception):
    """The fault of a row whose line is not known yet."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(message)
        self.column, self.code, self.message = column, code, message

    def at(self, line: int) -> Fault:
        return Fault(line=line, column=self.column, code=self.code, message=self.message)


def check_row(row: Listed) -> Listed:
    """Return the row with its texts as they are stored. Raises RowFault for an invalid name or country."""
    if not row.family_name:
        raise RowFault("name", "missing_name", marked("the row has no name"))
    for part in (row.family_name, row.given_name):
        if len(part) > LONGEST_NAME or not is_one_line(part):
            raise RowFault(
                "name",
                "bad_name",
                marked(
                    "longer than %(most)s or not printable: %(text)s", most=LONGEST_NAME, text=repr(part[:20])
                ),
            )
    if not is_one_line(f"{row.number}{row.country}{row.club}{row.status}{row.last_event}"):
        raise RowFault("", "bad_row", marked("the row has characters that cannot be printed"))
    club, rating = row.club.strip(), row.rating
    return replace(
        row,
        number=row.number.strip()[:16],
        country=_country(row.country.strip()),
        club="" if NO_CLUB.fullmatch(club) else club[:LONGEST_CODE],
        rating=None if rating is None else min(max(rating, LOWEST_RATING), HIGHEST_RATING),
        status=row.status.strip()[:10],
        last_event=row.last_event.strip()[:16],
    )


def name_of(column: str) -> tuple[str, str]:
    """Return surname and given name of a column in which ``_`` is a blank inside either name."""
    family, _, given = column.strip().partition(" ")
    return family.replace("_", " ").strip(), " ".join(given.replace("_", " ").split())


def whole_number(text: str, column: str) -> int:
    if not INTEGER.fullmatch(text.strip()):
        raise RowFault(
            column, "bad_number", marked("no whole number: %(text)s", text=repr(text.strip()[:20]))
        )
    return int(text.strip())


def _country(code: str) -> str:
    if code.upper() in NOWHERE:
        return ""
    if not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise RowFault(
            "country",
            "bad_country",
            marked("no code of two letters, such as NL: %(text)s", text=repr(code[:20])),
        )
    return code.upper()
