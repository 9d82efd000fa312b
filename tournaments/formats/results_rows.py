"""A row of a table of results as it was read, in any format; every fault names its line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.marking import marked
from tournaments.competition.settings import Settings
from tournaments.formats.decoding import text_of
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.fields import nearest_rank

MAX_BYTES = 5_000_000
MAX_LINE = 2_000  # characters
MAX_ROWS = 10_000
MAX_ROUNDS = 40
CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
GRADE = re.compile("[0-9]{1,2}[kdpKDP]")
CELL = re.compile(r"([0-9]{1,5})([+=?-])(?:([/!]?)([wb?]?)([0-9]?))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The cell of a round in a row. ``opponent``: a row from 1, or 0 for nobody.

    ``colour`` "" and ``stones`` None: not given.
    """

    opponent: int
    sign: str
    colour: str = ""
    stones: int | None = None
    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row. ``line`` counts from 1. ``tied``: with the row above. ``scores`` are plain numbers: 33.5.

    ``grade``: that of a professional, "9P"; else "".
    """

    line: int
    name: str
    first_name: str
    rank: int
    grade: str = ""
    tied: bool = False
    country: str = ""
    club: str = ""
    scores: tuple[float, ...] = ()
    entries: tuple[Entry, ...] = ()
    pin: str = ""
    licence: str = ""


def fault(code: str, message: str, line: int) -> ExchangeError:
    return ExchangeError(code, message, line=line)


def entry(line: int, word: str) -> Entry:
    """Read one cell. Raises ``ExchangeError`` ``bad_result``."""
    parsed = CELL.fullmatch(word)
    if parsed is None:
        raise fault("bad_result", marked("no result of a round: %(text)s", text=repr(word[:40])), line)
    opponent, sign, mark, colour, stones = parsed.groups()
    return Entry(
        opponent=int(opponent),
        sign=sign,
        colour=colour.replace("?", ""),
        stones=int(stones) if stones else None,
        by_default=mark == "!",
    )


def komi_in(name: str, line: int, text: str) -> float:
    """Return the komi of a header, or the usual one. Raises ``ExchangeError`` ``bad_komi``."""
    try:
        komi = float(text.replace(",", ".")) if text else Settings().komi
    except ValueError:
        raise fault(
            "bad_komi", marked("%(name)s is no number: %(text)s", name=name, text=repr(text[:40])), line
        ) from None
    if not (-400 <= komi <= 400 and 2 * komi % 1 == 0):
        raise fault(
            "bad_komi",
            marked(
                "%(name)s is no multiple of a half from -400 to 400: %(text)s",
                name=name,
                text=repr(text[:40]),
            ),
            line,
        )
    return komi


def rank_in(grade: str, names: Sequence[str], line: int, warn: Warn) -> int:
    """Return the rank of a row. Raises ``ExchangeError`` ``bad_rank``."""
    rank = nearest_rank(grade, " ".join(names), warn)
    if rank is None:
        raise fault("bad_rank", marked("no rank from 30K to 9D or 9P: %(grade)s", grade=repr(grade)), line)
    return rank


def table_lines(data: bytes) -> list[str]:
    """Return the lines of a file. Raises ``ExchangeError`` for too much, and for what is no text."""
    if len(data) > MAX_BYTES:
        raise ExchangeError(
            "too_large", marked("%(n)s bytes; at most %(most)s are read", n=len(data), most=MAX_BYTES)
        )
    text, _ = text_of(data)
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    for number, line in enumerate(lines, start=1):
        if CONTROL.search(line):
            raise fault("encoding", marked("a character that is no letter"), number)
        if len(line) > MAX_LINE:
            raise fault("line_too_long", marked("more than %(most)s characters", most=MAX_LINE), number)
    return lines


def names_of(words: Sequence[str]) -> tuple[str, str]:
    """Return surname and given name, in which "_" is a blank."""
    return words[0].replace("_", " "), " ".join(words[1:]).replace("_", " ")


def check_rounds(rows: Sequence[Row]) -> None:
    """Check the number of rounds. Raises ``ExchangeError`` for too many or different numbers."""
    for row in rows:
        if len(row.entries) > MAX_ROUNDS:
            raise fault("too_many_rounds", marked("more than %(most)s rounds", most=MAX_ROUNDS), row.line)
        if len(row.entries) != len(rows[0].entries):
            n, before, line = len(row.entries), len(rows[0].entries), rows[0].line
            counts = marked("%(n)s results, and %(before)s in line %(line)s", n=n, before=before, line=line)
            raise fault("uneven_rows", counts, row.line)
