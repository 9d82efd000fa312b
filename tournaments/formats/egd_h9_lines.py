"""An .h9 file as rows, cells and header values; every fault names its line."""

import re
from dataclasses import dataclass, field

from tournaments.formats.errors import ExchangeError
from tournaments.formats.fields import ranked

MAX_BYTES = 5_000_000
MAX_LINE = 2_000  # characters
MAX_ROWS = 10_000
MAX_ROUNDS = 40
MAX_SCORES = 12
ENCODING = "iso-8859-15"

CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
HEADER = re.compile(r";\s*([A-Z]{2})\s*\[(.*)\]\s*")
TITLES = re.compile(r";\s*Pl\s+Name\s.*?Club(.*)", re.IGNORECASE)
GRADE = re.compile("[0-9]{1,2}[kdpKDP]")
SCORE = re.compile(r"-?[0-9]{1,5}(?:[.,][0-9]{1,3}|\?)?")  # OpenGotha's half is a ?, for want of a sign
CELL = re.compile(r"([0-9]{1,5})([+=?-])(?:([/!]?)([wb?]?)([0-9]?))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One round of one row. ``opponent`` counts rows from 1, 0 is nobody; ``colour`` "" where not told."""

    opponent: int
    sign: str
    colour: str = ""
    stones: int = 0
    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """``line`` counts from 1. ``scores`` are plain numbers: 33.5."""

    line: int
    name: str
    first_name: str
    rank: int
    country: str
    club: str
    scores: tuple[float, ...]
    entries: tuple[Entry, ...]
    pin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """``headers``: two letters -> (line, value). ``titles``: of the scores, as far as the file has them."""

    rows: tuple[Row, ...]
    headers: dict[str, tuple[int, str]] = field(default_factory=dict)
    titles: tuple[str, ...] = ()


def read_sheet(data: bytes) -> Sheet:
    """Raises ``ExchangeError`` and nothing else."""
    headers: dict[str, tuple[int, str]] = {}
    titles: tuple[str, ...] = ()
    rows: list[Row] = []
    for number, line in enumerate(_lines(data), start=1):
        if not line.strip():
            continue
        if not line.lstrip().startswith(";"):
            rows.append(_row(number, line, rows))
        elif header := HEADER.fullmatch(line.strip()):
            headers.setdefault(header[1], (number, header[2].strip()))
        elif found := TITLES.fullmatch(line.rstrip()):
            titles = _titles(found[1])
    if not rows:
        raise ExchangeError("no_players", "the file has no row of a player", line=1)
    return Sheet(rows=tuple(rows), headers=headers, titles=titles)


def fault(code: str, message: str, line: int) -> ExchangeError:
    return ExchangeError(code, message, line=line)


def _lines(data: bytes) -> list[str]:
    if len(data) > MAX_BYTES:
        raise ExchangeError("too_large", f"{len(data)} bytes; at most {MAX_BYTES} are read")
    if not data.isascii() and _is_utf8(data):
        first = next(place for place, byte in enumerate(data) if byte > 127)
        raise fault(
            "encoding", f"the file is UTF-8; the format is {ENCODING}", 1 + data.count(b"\n", 0, first)
        )
    lines = [line.removesuffix("\r") for line in data.decode(ENCODING).split("\n")]
    for number, line in enumerate(lines, start=1):
        if CONTROL.search(line):
            raise fault("encoding", f"a byte that is no letter of {ENCODING}", number)
        if len(line) > MAX_LINE:
            raise fault("line_too_long", f"more than {MAX_LINE} characters", number)
    return lines


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _titles(text: str) -> tuple[str, ...]:
    """Columns of five characters, or words."""
    words = text.split()
    if text and len(text) % 5 == 0:
        words = [text[start : start + 5].strip() for start in range(0, len(text), 5)]
    return tuple(word for word in words if word)


def _row(number: int, line: str, before: list[Row]) -> Row:
    if len(before) == MAX_ROWS:
        raise fault("too_many_players", f"more than {MAX_ROWS} players", number)
    told, _, pin = line.partition("|")
    words = told.split()
    if words and words[0].isascii() and words[0].isdecimal():
        words.pop(0)  # the place: rows stand in its order
    names, (grade, country, club, *rest) = _parted(number, words)
    rank = ranked(grade)
    if rank is None:
        raise fault("bad_rank", f"no rank from 30K to 9D or 9P: {grade!r}", number)
    scores = _scores(rest)
    row = Row(
        line=number,
        name=names[0].replace("_", " "),
        first_name=" ".join(names[1:]).replace("_", " "),
        rank=rank,
        country="" if country.upper() == "XX" else country.upper(),
        club="" if club == "xxxx" else club.replace("_", " "),
        scores=scores,
        entries=tuple(_entry(number, word) for word in rest[len(scores) :]),
        pin=pin.strip(),
    )
    _bound(row, before)
    return row


def _parted(number: int, words: list[str]) -> tuple[list[str], list[str]]:
    """Names, and what follows from the grade on."""
    grade = next((place for place, word in enumerate(words) if place and GRADE.fullmatch(word)), None)
    if grade is None:
        raise fault("bad_row", "a row needs name, grade, country and club", number)
    if len(words) < grade + 3:
        raise fault("bad_row", "the row ends before the club", number)
    return words[:grade], words[grade:]


def _scores(words: list[str]) -> tuple[float, ...]:
    found = []
    for word in words:
        if not SCORE.fullmatch(word):
            break
        found.append(float(word.replace(",", ".").replace("?", ".5")))
    return tuple(found)


def _entry(number: int, word: str) -> Entry:
    parsed = CELL.fullmatch(word)
    if parsed is None:
        raise fault("bad_result", f"no result of a round: {word[:40]!r}", number)
    opponent, sign, mark, colour, stones = parsed.groups()
    return Entry(
        opponent=int(opponent),
        sign=sign,
        colour=colour.replace("?", ""),
        stones=int(stones or 0),
        by_default=mark == "!",
    )


def _bound(row: Row, before: list[Row]) -> None:
    first = before[0] if before else row
    if len(row.entries) > MAX_ROUNDS:
        raise fault("too_many_rounds", f"more than {MAX_ROUNDS} rounds", row.line)
    if not 1 <= len(row.scores) <= MAX_SCORES:
        raise fault("bad_row", f"a row needs 1 to {MAX_SCORES} scores", row.line)
    for what, own, others in (
        ("results", len(row.entries), len(first.entries)),
        ("scores", len(row.scores), len(first.scores)),
    ):
        if own != others:
            raise fault("uneven_rows", f"{own} {what}, and {others} in line {first.line}", row.line)
