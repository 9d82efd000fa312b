"""Entrants, games, byes and absences in the rows of a table of results; each game is in two rows.

Entrants are identified by their names.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.marking import marked
from tournaments.competition.history import Entrant, Game, Result, Winner
from tournaments.competition.ratings.ranks import rating_of
from tournaments.formats.eight_bit import Warn
from tournaments.formats.opengotha import Keys, key
from tournaments.formats.results_rows import Entry, Row, fault

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
