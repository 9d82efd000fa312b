"""An .h9 file as rows, cells and the facts of its header; every fault names its line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from games.marking import marked
from tournaments.competition.ranks import professional_grade
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem
from tournaments.formats.egd_h9 import NO_CLASS, OVERTIMES
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.imported import Details, Person
from tournaments.formats.results_rows import (
    CELL,
    GRADE,
    MAX_ROWS,
    Row,
    check_rounds,
    entry,
    fault,
    komi_in,
    names_of,
    rank_in,
    table_lines,
)

MAX_SCORES = 12
COLUMN = 5  # characters of a title

HEADER = re.compile(r";\s*([A-Z]{2})\s*\[(.*)\]\s*")
TITLES = re.compile(r";\s*Pl\s+Name\s.*?Club(.*)", re.IGNORECASE)
SCORE = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9]{1,3}|\?)?")  # OpenGotha writes a half as ?
NOT_RATED = "X"
KNOWN = {"CL", "EV", "PC", "DT", "HA", "KM", "TM", "CM"}
OVERTIME_NAMES = {name.lower(): overtime for overtime, name in OVERTIMES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An .h9 file. ``headers``: two letters -> (line, value). ``titles``: of the scores, if given."""

    rows: tuple[Row, ...]
    headers: dict[str, tuple[int, str]] = field(default_factory=dict)
    titles: tuple[str, ...] = ()


def read_sheet(data: bytes, warn: Warn) -> Sheet:
    """Read the file. Raises ``ExchangeError`` and nothing else."""
    headers: dict[str, tuple[int, str]] = {}
    titles: tuple[str, ...] = ()
    rows: list[tuple[Row, list[str]]] = []
    for number, line in enumerate(table_lines(data), start=1):
        if not line.strip():
            continue
        if not line.lstrip().startswith(";"):
            rows.append(_row(number, line, len(rows), warn))
        elif header := HEADER.fullmatch(line.strip()):
            headers.setdefault(header[1], (number, header[2].strip()))
        elif found := TITLES.fullmatch(line.rstrip()):
            titles = _titles(found[1])
    if not rows:
        raise ExchangeError("no_players", marked("the file has no row of a player"), line=1)
    return Sheet(rows=_with_cells(rows, len(titles)), headers=headers, titles=titles)


def _titles(text: str) -> tuple[str, ...]:
    """Return words; columns of five characters if words are joined, as in "SOSSOSOS"."""
    words = text.split()
    if any(len(word) > COLUMN for word in words):
        words = [text[start : start + COLUMN].strip() for start in range(0, len(text), COLUMN)]
    return tuple(word for word in words if word)


def _row(number: int, line: str, before: int, warn: Warn) -> tuple[Row, list[str]]:
    """Return the row up to the club, and the words after it. A comment after ";" is ignored."""
    if before == MAX_ROWS:
        raise fault("too_many_players", marked("more than %(most)s players", most=MAX_ROWS), number)
    before_pin, _, pin = line.partition(";")[0].partition("|")
    words = before_pin.split()
    if words and words[0].isascii() and words[0].isdecimal():
        words.pop(0)  # the place: rows are in its order
    names, (grade, country, club, *rest) = _split_names(number, words)
    name, first_name = names_of(names)
    row = Row(
        line=number,
        rank=rank_in(grade, names, number, warn),
        grade=professional_grade(grade),
        country="" if country.upper() == "XX" else country.upper(),
        club="" if club == "xxxx" else club.replace("_", " "),
        pin=pin.strip(),
        name=name,
        first_name=first_name,
    )
    return row, rest


def _split_names(number: int, words: list[str]) -> tuple[list[str], list[str]]:
    """Return the names, and the words from the grade on."""
    grade = next((place for place, word in enumerate(words) if place and GRADE.fullmatch(word)), None)
    if grade is None:
        raise fault("bad_row", marked("a row needs name, grade, country and club"), number)
    if len(words) < grade + 3:
        raise fault("bad_row", marked("the row ends before the club"), number)
    return words[:grade], words[grade:]


def _with_cells(rows: Sequence[tuple[Row, list[str]]], titles: int) -> tuple[Row, ...]:
    """Return the rows with scores and results. ``titles``: the number of titled scores.

    "33?" is a score and a half, and "3?" a game without a result: results begin where no row has a plain
    number any more.
    """
    runs = [_count_possible_scores(words) for _, words in rows]
    columns = max(_count_certain_scores(words[:run]) for (_, words), run in zip(rows, runs, strict=True))
    if titles <= min(runs):
        columns = max(columns, titles)
    whole = []
    for (row, words), run in zip(rows, runs, strict=True):
        own = min(columns, run)
        if not 1 <= own <= MAX_SCORES:
            raise fault("bad_row", marked("a row needs 1 to %(most)s scores", most=MAX_SCORES), row.line)
        scores = tuple(float(word.replace(",", ".").replace("?", ".5")) for word in words[:own])
        entries = tuple(entry(row.line, word) for word in words[own:])
        whole.append(replace(row, scores=scores, entries=entries))
    for row in whole:
        if len(row.scores) != len(whole[0].scores):
            n, before, line = len(row.scores), len(whole[0].scores), whole[0].line
            counts = marked("%(n)s scores, and %(before)s in line %(line)s", n=n, before=before, line=line)
            raise fault("uneven_rows", counts, row.line)
    check_rounds(whole)
    return tuple(whole)


def _count_possible_scores(words: Sequence[str]) -> int:
    """Return how many of the first words could be scores."""
    return next((place for place, word in enumerate(words) if not SCORE.fullmatch(word)), len(words))


def _count_certain_scores(words: Sequence[str]) -> int:
    """Return how many of the words must be scores, since a plain number follows."""
    return max((place for place, word in enumerate(words, start=1) if not CELL.fullmatch(word)), default=0)


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
            "bad_date", marked("DT is not a pair of dates: %(text)s", text=repr(text[:40])), line
        ) from None
    return days[0], days[1]


def _class(sheet: Sheet, warn: Warn) -> str:
    line, text = _header(sheet, "CL")
    if text.upper() == NOT_RATED:
        warn(marked("CL X: the tournament is not rated."))
        return NO_CLASS
    if text.upper() not in ("", "A", "B", "C", "D"):
        raise fault(
            "unknown_value",
            marked("CL is not a class from A to D or X: %(text)s", text=repr(text[:40])),
            line,
        )
    return text.upper() or (NO_CLASS if line else "")


def _time(sheet: Sheet, warn: Warn) -> TimeSystem:
    line, text = _header(sheet, "TM")
    if not text:
        return UNKNOWN_TIME
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise fault(
            "bad_number", marked("TM is not a number of minutes: %(text)s", text=repr(text[:40])), line
        )
    _, comment = _header(sheet, "CM")
    overtime = OVERTIME_NAMES.get(comment.lower(), Overtime.NONE)
    if comment and comment.lower() not in OVERTIME_NAMES:
        warn(marked("The comment %(comment)s is not kept.", comment=repr(comment[:80])))
    return TimeSystem(basic=int(text), overtime=overtime)
