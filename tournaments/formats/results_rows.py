"""The rows of a table of results in any format, and the games in them; every fault names its line.

Each game is in two rows. Entrants are identified by their names.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.marking import marked
from tournaments.competition.history import Entrant, Game, Result, Winner
from tournaments.competition.ratings.ranks import rating_of
from tournaments.competition.settings import Settings
from tournaments.formats.decoding import text_of
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.fields import nearest_rank
from tournaments.formats.opengotha import Keys, key

MAX_BYTES = 5_000_000
MAX_LINE = 2_000  # characters
MAX_ROWS = 10_000
MAX_ROUNDS = 40
CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f]")
GRADE = re.compile("[0-9]{1,2}[kdpKDP]")
CELL = re.compile(r"([0-9]{1,5})([+=?-])(?:([/!]?)([wb?]?)([0-9]?))")
WINNERS = {
    ("+", "-"): Winner.WHITE,
    ("-", "+"): Winner.BLACK,
    ("=", "="): Winner.JIGO,
    ("+", "+"): Winner.BOTH,
    ("-", "-"): Winner.NEITHER,
    ("?", "?"): Winner.NOBODY_YET,
}
OTHER = {"w": "b", "b": "w", "": ""}


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
        raise fault("bad_result", marked("not the result of a round: %(text)s", text=repr(word[:40])), line)
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
            "bad_komi", marked("%(name)s is not a number: %(text)s", name=name, text=repr(text[:40])), line
        ) from None
    if not (-400 <= komi <= 400 and 2 * komi % 1 == 0):
        raise fault(
            "bad_komi",
            marked(
                "%(name)s is not a multiple of a half from -400 to 400: %(text)s",
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
        raise fault("bad_rank", marked("not a rank from 30K to 9D or 9P: %(grade)s", grade=repr(grade)), line)
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
            raise fault("encoding", marked("a character that is not a letter"), number)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FileGames:
    """The games, byes and absences of a file, with entrants by place in it, from 0.

    ``half``: whether an absence gave half a point. Tables are numbered from the top row down, since no column
    has them.
    """

    games: tuple[Game, ...]
    byes: dict[int, frozenset[str]]
    absent: dict[str, frozenset[int]]
    half: bool


def read_games(rows: tuple[Row, ...], ids: list[str], *, reduction: int | None = None) -> FileGames:
    """Read the games. Raises ``ExchangeError`` if two rows contradict each other.

    ``reduction``: the stones by which handicaps are below the difference of ranks, where a game does not tell
    its own; None: such games have no handicap.
    """
    games: list[Game] = []
    idle: dict[str, dict[str, set[int]]] = {sign: {} for sign in "+=-?"}
    for number in range(1, len(rows[0].entries) + 1):
        for place, row in enumerate(rows):
            if not row.entries[number - 1].opponent:
                idle[row.entries[number - 1].sign].setdefault(ids[place], set()).add(number)
        for table, (place, other) in enumerate(_pairs(rows, number), start=1):
            games.append(_game(rows, ids, number, (place, other), table, reduction))
    away = idle["="] or idle["-"]
    return FileGames(
        games=tuple(games),
        byes=_by_round(idle["+"]),
        absent={id_: frozenset(rounds) for id_, rounds in away.items()},
        half=bool(idle["="]),
    )


def _by_round(idle: dict[str, set[int]]) -> dict[int, frozenset[str]]:
    numbers = sorted(set().union(*idle.values()))
    return {number: frozenset(id_ for id_, at in idle.items() if number in at) for number in numbers}


def _pairs(rows: tuple[Row, ...], number: int) -> Iterator[tuple[int, int]]:
    """Return the places of opponents in a round, the upper row first."""
    for place, row in enumerate(rows):
        other = row.entries[number - 1].opponent - 1
        if other < 0:
            continue
        if other >= len(rows):
            raise fault(
                "unknown_player",
                marked("round %(number)s: there is no row %(other)s", number=number, other=other + 1),
                row.line,
            )
        if other == place:
            raise fault(
                "paired_with_self",
                marked("round %(number)s: the row is paired with itself", number=number),
                row.line,
            )
        if rows[other].entries[number - 1].opponent != place + 1:
            line = rows[other].line
            raise fault(
                "one_sided",
                marked("round %(number)s: line %(line)s names another opponent", number=number, line=line),
                row.line,
            )
        if place < other:
            yield place, other


def stones_by_ranks(one: int, other: int, reduction: int) -> int:
    """Return the stones of a game by the difference of the ranks, less ``reduction``: 0 to 9."""
    return min(max(abs(one - other) - reduction, 0), 9)


def _game(
    rows: tuple[Row, ...],
    ids: list[str],
    number: int,
    pair: tuple[int, int],
    table: int,
    reduction: int | None,
) -> Game:
    """Return the game; with unknown colours the upper row is named first."""
    upper, lower = (rows[place] for place in pair)
    above, below = upper.entries[number - 1], lower.entries[number - 1]
    _check_agreement(number, upper, lower)
    stones, colour = above.stones or 0, above.colour
    if above.stones is None and reduction is not None and not above.by_default:
        weaker_has_black = colour in ("", "w" if upper.rank >= lower.rank else "b")
        stones = stones_by_ranks(upper.rank, lower.rank, reduction) if weaker_has_black else 0
        if stones:
            colour = "w" if upper.rank > lower.rank else "b"
    white, black = pair if colour != "b" else pair[::-1]
    first, second = (above, below) if colour != "b" else (below, above)
    winner = WINNERS.get((first.sign, second.sign))
    if winner is None:
        one, other = upper.line, lower.line
        message = marked(
            "round %(number)s: the results in lines %(one)s and %(other)s exclude each other",
            number=number,
            one=one,
            other=other,
        )
        raise fault("results_differ", message, lower.line)
    by_default = above.by_default and winner is not Winner.NOBODY_YET
    return Game(
        round=number,
        table=table,
        white=ids[white],
        black=ids[black],
        handicap=stones,
        result=Result(winner=winner, by_default=by_default),
        colours_known=bool(colour),
    )


def _check_agreement(number: int, upper: Row, lower: Row) -> None:
    above, below = upper.entries[number - 1], lower.entries[number - 1]

    def facts(entry: Entry) -> tuple[object, ...]:
        return entry.stones, entry.by_default

    if facts(above) != facts(below) or OTHER[above.colour] != below.colour:
        one, other = upper.line, lower.line
        message = marked(
            "round %(number)s: lines %(one)s and %(other)s differ in colour, stones or default",
            number=number,
            one=one,
            other=other,
        )
        raise fault("results_differ", message, lower.line)


def ids_of(rows: Iterable[Row], warn: Warn) -> list[str]:
    """Return the names in capitals without blanks, as in ``opengotha``; namesakes are numbered."""
    keys = Keys(warn)
    return [keys.add(key(row.name + row.first_name)) for row in rows]


def entrants_of(rows: Sequence[Row], ids: Sequence[str], games: FileGames) -> dict[str, Entrant]:
    """Return the entrants in the order of the rows; ratings are the middle of the rank."""
    order = {id_: place for place, id_ in enumerate(sorted(ids))}
    return {
        id_: Entrant(
            id=id_,
            rank=row.rank,
            rating=int(rating_of(row.rank)),
            country=row.country,
            club=row.club,
            order=order[id_],
            absent=games.absent.get(id_, frozenset()),
        )
        for id_, row in zip(ids, rows, strict=True)
    }
