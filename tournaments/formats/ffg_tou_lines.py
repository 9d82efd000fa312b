"""A .tou file as rows, cells and header values; every fault names its line."""

import re
from dataclasses import dataclass, field

from games.marking import marked
from tournaments.competition.ranks import professional_grade
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.results_rows import (
    CELL,
    GRADE,
    MAX_LINE,
    MAX_ROWS,
    Row,
    check_rounds,
    entry,
    fault,
    names_of,
    rank_in,
    table_lines,
)

NAMES, GRADES, LICENCES = slice(4, 30), slice(30, 33), slice(33, 41)  # columns from 0
LICENCE = re.compile("[0-9]{7}")
NO_LICENCE = "0000000"
HEADER = re.compile(r";\s*([a-z]+)\s*=(.*)")
KNOWN = {"name", "date", "vill", "comm", "prog", "size", "time", "ta", "komi"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A .tou file. ``headers``: name -> (line, value)."""

    rows: tuple[Row, ...]
    headers: dict[str, tuple[int, str]] = field(default_factory=dict)


def read_sheet(data: bytes, warn: Warn) -> Sheet:
    """Read the file. Raises ``ExchangeError`` and nothing else."""
    headers: dict[str, tuple[int, str]] = {}
    rows: list[Row] = []
    for number, line in enumerate(table_lines(data), start=1):
        if header := HEADER.fullmatch(line.strip()):
            headers.setdefault(header[1], (number, header[2].strip()))
        elif line.strip() and not line.lstrip().startswith(";"):
            if len(rows) == MAX_ROWS:
                raise fault("too_many_players", marked("more than %(most)s players", most=MAX_ROWS), number)
            rows.append(_row(number, line, warn))
    if not rows:
        raise ExchangeError("no_players", marked("the file has no row of a player"), line=1)
    check_rounds(rows)
    return Sheet(rows=tuple(rows), headers=headers)


def _row(number: int, line: str, warn: Warn) -> Row:
    place, names, grade, rest = _by_columns(line) or _by_words(number, line)
    words = rest.split()
    cells = next((at for at, word in enumerate(words) if CELL.fullmatch(word)), len(words))
    licence, club = _licence_and_club(number, rest, words[:cells])
    name, first_name = names_of(names)
    return Row(
        line=number,
        tied=not place,
        rank=rank_in(grade, names, number, warn),
        grade=professional_grade(grade),
        licence="" if licence == NO_LICENCE else licence,
        club=club.replace("_", " "),
        entries=tuple(entry(number, word) for word in words[cells:]),
        name=name,
        first_name=first_name,
    )


def _by_columns(line: str) -> tuple[str, list[str], str, str] | None:
    """Return place, names, grade and the rest, as a long name leaves no blank before the grade."""
    place, names, grade = line[:4].strip(), line[NAMES].split(), line[GRADES].strip()
    fits = (not place or place.isdecimal()) and names and line[4:5] == " " and GRADE.fullmatch(grade)
    return (place, names, grade, line[GRADES.stop :]) if fits else None


def _by_words(number: int, line: str) -> tuple[str, list[str], str, str]:
    """Return the same parts of a row that was typed by hand."""
    words = line.split()
    place = words.pop(0) if words[0].isdecimal() else ""
    grade = next((at for at, word in enumerate(words) if at and GRADE.fullmatch(word)), None)
    if grade is None:
        raise fault("bad_row", marked("a row needs name and grade"), number)
    return place, words[:grade], words[grade], " ".join(["", *words[grade + 1 :]]).rjust(MAX_LINE)


def _licence_and_club(number: int, rest: str, words: list[str]) -> tuple[str, str]:
    """Return licence and club; a single word is a licence if it looks like one or is in its column."""
    if len(words) > 2:
        raise fault(
            "bad_row",
            marked("more than a licence and a club before the results: %(text)s", text=repr(words[2][:40])),
            number,
        )
    if len(words) == 2:
        return words[0], words[1]
    if not words:
        return "", ""
    in_column = rest[: LICENCES.stop - LICENCES.start].strip() == words[0]
    return (words[0], "") if in_column or LICENCE.fullmatch(words[0]) else ("", words[0])
