"""Lists of rated players that federations publish, read line by line.

| list | a row is                                                                                   | source |
|------|--------------------------------------------------------------------------------------------|--------|
| egd  | columns 1-8 PIN, 11-48 name, 49-50 country, 53-57 club, 60-62 grade, 70-74 rating, 83-90   | V      |
|      | last event                                                                                 |        |
| ffg  | columns 0-37 name, 38-42 rating, 44 status, 46-52 licence, 54-57 club, 59-60 country       | V      |
| aga  | by tabs: name, number, membership, rating, expiry, club, state, sigma, day of the rating;  | V      |
|      | or the first seven of them in columns                                                      |        |

Columns count from 0. "V" was verified with published lists. The first word of a name in columns is the
surname, and `_` is a blank inside it. Ratings are converted to the EGF's scale; -9999 (ffg) and none (aga)
mean no rating. Other lines of the egd's page and lines with `#` of the ffg are ignored; a page must have its
end (`</pre>`).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum

from games.marking import marked
from games.one_line import is_one_line
from tournaments.competition.ranks import professional_grade
from tournaments.competition.ratings.ranks import Scale, rank_of, to_egf
from tournaments.formats.decoding import Bytes, check_no_web_page, lines_of
from tournaments.formats.errors import ExchangeError, Fault, RowFault
from tournaments.formats.fields import (
    HIGHEST_RATING,
    LONGEST_CODE,
    LONGEST_NAME,
    LOWEST_RATING,
    parse_rank,
    whole_number,
)

NOWHERE = ("XX", "")
NO_CLUB = re.compile("x{1,4}", re.IGNORECASE)
ENDINGS = "\r\n"
MAX_LINE = 2_000  # bytes
MAX_ROWS = 150_000
MAX_LINES = 160_000
MAX_FAULTS = 1_000
UNRATED_FFG = -9_999
NO_LICENCE = "-------"
EGD_ROW = re.compile(r" ?[0-9]{8} ")
EGD_SHORTEST = 75
FFG_LONGEST = 61
AGA_COLUMNS = range(5, 13)
AGA_IN_COLUMNS = re.compile(
    r"(\S.*?) +([0-9]{1,6}) +([A-Za-z]+) +(-?[0-9]{1,2}\.[0-9]+)? +([0-9/]{8,10})(?: +(\S+))?(?: +(\S+))?"
)
PUBLISHED = re.compile(r"\(([0-9]{1,2} [A-Za-z]{3} [0-9]{4})\)|Echelle au ([0-9]{1,2}/[0-9]{1,2}/[0-9]{4})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A listed player.

    ``number``: PIN, licence or AGA number; "" for none. ``rank`` and ``rating`` None: unknown. ``grade``: a
    professional's. ``status`` (of a licence or membership) and ``last_event`` are as in the list.
    """

    number: str
    family_name: str
    given_name: str
    country: str = ""
    club: str = ""
    rank: int | None = None
    grade: str = ""
    rating: int | None = None
    status: str = ""
    last_event: str = ""


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


def _country(code: str) -> str:
    if code.upper() in NOWHERE:
        return ""
    if not (len(code) == 2 and code.isascii() and code.isalpha()):
        raise RowFault(
            "country",
            "bad_country",
            marked("not a two-letter code such as NL: %(text)s", text=repr(code[:20])),
        )
    return code.upper()


class ListKind(StrEnum):
    EGD = "egd"
    FFG = "ffg"
    AGA = "aga"


@dataclass(slots=True, kw_only=True)
class ListReader:
    """A reader of a list. ``published``: the date in the file, once it has been read."""

    kind: ListKind
    published: date | None = None
    faults: list[Fault] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)

    def read(self, file: Bytes) -> Iterator[Listed]:
        """Yield the rows that can be read; the others are ``faults`` then.

        Raises ``ExchangeError`` for a file that is no such list, is cut off, or has too many rows or faults.
        """
        rows, number, page, ended, text = 0, 0, False, False, ""
        for number, text in lines_of(file, MAX_LINE):
            if number > MAX_LINES:
                raise ExchangeError(
                    "too_many_lines", marked("more than %(most)s lines", most=MAX_LINES), line=number
                )
            line = text.rstrip(ENDINGS)
            if number == 1 and self.kind is not ListKind.EGD:  # which is a page
                check_no_web_page(line.encode())
            self._find_publication_day(line)
            page, ended = page or "<pre>" in line, ended or "</pre>" in line
            if (listed := self._row(number, line)) is not None:
                rows += 1
                if rows > MAX_ROWS:
                    raise ExchangeError(
                        "too_many_players", marked("more than %(most)s rows", most=MAX_ROWS), line=number
                    )
                yield listed
        if page and not ended:
            raise ExchangeError("truncated", marked("the page breaks off: </pre> is missing"), line=number)
        if self.faults and self.faults[-1].line == number and text[-1] not in ENDINGS:
            raise ExchangeError("truncated", marked("the list breaks off: download it again"), line=number)
        if not rows and not self.faults:
            raise ExchangeError("no_players", self._wrong_list_message(), line=1)

    def _wrong_list_message(self) -> str:
        return marked(
            "no line is a row of the list %(list)s: choose the list that the file is, as its federation"
            " publishes it; import a table of your own where players are entered",
            list=self.kind.upper(),
        )

    def _check_unique(self, listed: Listed | None) -> None:
        if listed is None or not listed.number:
            return
        if listed.number in self.seen:
            raise RowFault(
                "number",
                "duplicate_number",
                marked("the number %(number)s occurs twice", number=listed.number),
            )
        self.seen.add(listed.number)

    def _find_publication_day(self, line: str) -> None:
        if self.published is None and (match := PUBLISHED.search(line)):
            self.published = _day(*match.groups())

    def _row(self, number: int, line: str) -> Listed | None:
        try:
            listed = READERS[self.kind](line)
            self._check_unique(listed)
            return listed
        except RowFault as fault:
            self.faults.append(fault.at(number))
        if len(self.faults) > MAX_FAULTS:
            first = self.faults[0]
            raise ExchangeError(
                "not_this_list",
                marked(
                    "more than %(most)s rows cannot be read; the first: %(message)s",
                    most=MAX_FAULTS,
                    message=first.message,
                ),
                line=first.line,
                element=first.column,
            )
        return None


def _egd(line: str) -> Listed | None:
    if not EGD_ROW.match(line):
        return None
    line = line if line.startswith(" ") else f" {line}"
    if len(line) < EGD_SHORTEST:
        raise RowFault(
            "",
            "truncated",
            marked("the row has %(n)s columns of at least %(most)s", n=len(line), most=EGD_SHORTEST),
        )
    rank = parse_rank(line[58:64])
    if rank is None:
        raise RowFault(
            "grade",
            "bad_rank",
            marked("not a grade from 30k to 9p: %(text)s", text=repr(line[58:64].strip())),
        )
    return check_row(
        Listed(
            number=line[1:9],
            family_name=name_of(line[11:49])[0],
            given_name=name_of(line[11:49])[1],
            country=line[49:52],
            club=line[53:57],
            rank=rank,
            grade=professional_grade(line[58:64]),
            rating=whole_number(line[70:76], "rating"),
            last_event=line[83:91],
        )
    )


def _ffg(line: str) -> Listed | None:
    if not line.strip() or line.startswith("#"):
        return None
    if not FFG_LONGEST - 2 <= len(line.rstrip()) <= FFG_LONGEST:
        raise RowFault(
            "",
            "bad_row",
            marked("the row has %(n)s columns, not %(most)s", n=len(line.rstrip()), most=FFG_LONGEST),
        )
    value = whole_number(line[38:43], "rating")
    rating = None if value == UNRATED_FFG else round(to_egf(value, Scale.FFG))
    licence = line[46:53]
    return check_row(
        Listed(
            number="" if licence == NO_LICENCE else licence,
            family_name=name_of(line[:38])[0],
            given_name=name_of(line[:38])[1],
            country=line[59:61],
            club=line[54:58],
            rank=None if rating is None else rank_of(rating),
            rating=rating,
            status=line[44],
        )
    )


def _aga(line: str) -> Listed | None:
    if not line.strip():
        return None
    cells = _aga_cells(line)
    if len(cells) not in AGA_COLUMNS:
        least = AGA_COLUMNS.start
        raise RowFault(
            "",
            "bad_row",
            marked("the row has %(n)s columns, not %(least)s or more", n=len(cells), least=least),
        )
    if not (cells[1].isascii() and cells[1].isdecimal()):
        raise RowFault(
            "number", "bad_number", marked("not an AGA number: %(text)s", text=repr(cells[1][:20]))
        )
    family, _, given = cells[0].partition(",")
    rank, rating = _aga_strength(cells[3])
    return check_row(
        Listed(
            number=cells[1],
            family_name=family.strip(),
            given_name=given.strip(),
            country="" if cells[2] == "Forgn" else "US",
            club=cells[5] if len(cells) > 5 else "",
            rank=rank,
            rating=rating,
            status=cells[2],
            last_event=cells[8] if len(cells) > 8 else "",
        )
    )


def _aga_cells(line: str) -> list[str]:
    """Return the cells of a row, which the AGA publishes with tabs and in columns (TDListN)."""
    if "\t" not in line and (row := AGA_IN_COLUMNS.fullmatch(line.rstrip())):
        name, number, membership, rating, expiry, club, state = (cell or "" for cell in row.groups())
        return [name, number, membership, rating, expiry, "" if club == "none" else club, state]
    return [cell.strip() for cell in line.split("\t", maxsplit=AGA_COLUMNS.stop)]


def _aga_strength(text: str) -> tuple[int | None, int | None]:
    """Return rank and rating on the EGF's scale; None for an empty text."""
    if not text:
        return None, None
    try:
        rating = float(text) if re.fullmatch(r"-?[0-9]{1,2}(\.[0-9]{1,9})?", text) else 0.0
        return rank_of(rating, Scale.AGA), round(to_egf(rating, Scale.AGA))
    except ValueError:
        message = marked("not an AGA rating (1 and above, or -1 and below): %(text)s", text=repr(text[:20]))
        raise RowFault("rating", "bad_number", message) from None


def _day(english: str | None, french: str | None) -> date | None:
    try:
        text, form = (english, "%d %b %Y") if english else (french or "", "%d/%m/%Y")
        return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day, no time
    except ValueError:
        return None


READERS: dict[ListKind, Callable[[str], Listed | None]] = {
    ListKind.EGD: _egd,
    ListKind.FFG: _ffg,
    ListKind.AGA: _aga,
}
