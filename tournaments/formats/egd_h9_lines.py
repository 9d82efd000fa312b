"""An .h9 file as rows, cells and header values; every fault names its line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.marking import marked
from tournaments.competition.ranks import professional_grade
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.results_rows import (
    CELL,
    GRADE,
    MAX_ROWS,
    Row,
    check_rounds,
    entry,
    fault,
    names_of,
    rank_in,
    table_lines,
)

MAX_SCORES = 12
COLUMN = 5  # characters of a title

HEADER = re.compile(r";\s*([A-Z]{2})\s*\[(.*)\]\s*")
TITLES = re.compile(r";\s*Pl\s+Name\s.*?Club(.*)", re.IGNORECASE)
SCORE = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9]{1,3}|\?)?")  # OpenGotha writes a half as ?


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
