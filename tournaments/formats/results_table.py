"""The table of results for European federations: one row per player by place, one cell per round.

| cell                                  | here                                                | source |
|---------------------------------------|-----------------------------------------------------|--------|
| opponent                              | number of their row in this table                   | V      |
| `+` `-` `=` `?`                       | won, lost, jigo, no result                          | V      |
| a game of unknown colours             | no colour                                           | C      |
| both won, both lost                   | `+` on both rows, `-` on both rows                  | S      |
| bye, absent: `0+` `0=` `0-`           | by the points that settings give for it             | V      |
| neither paired nor absent             | `0-`                                                | S      |
| rows                                  | everybody with a game or a bye; others: a warning   | S      |
| rounds                                | up to the last that has a game or a bye             | C      |

"V" is how the files of a played tournament were written, "S" is read in OpenGotha's source, "C" is our
choice: OpenGotha writes the rounds to come as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.marking import marked, marked_many
from tournaments.competition.history import Entrant, Game, History, Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.standings import Main, main_of, standings
from tournaments.competition.standings.placement import Row
from tournaments.formats.eight_bit import UNKNOWN, Warn, cut_warning
from tournaments.formats.imported import Person
from tournaments.formats.outgoing import Outgoing
from tournaments.formats.results_rows import GRADE

SIGNS = {2: "+", 1: "=", 0: "-"}
LARGEST2 = max(SIGNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell. ``opponent`` 0: nobody, then without colour ("w", "b", "" unknown) and stones."""

    opponent: int
    sign: str
    colour: str = ""
    stones: int = 0
    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row. ``place`` None: tied with the row above. ``scores`` by criterion, as stored."""

    number: int
    place: int | None
    entrant: Entrant
    person: Person
    scores: dict[str, int]
    cells: tuple[Cell, ...]

    @property
    def grade(self) -> str:
        """Return the grade, or the rank for one that is no grade: it is kept as a file had it."""
        grade = self.person.grade.upper()
        return grade if GRADE.fullmatch(grade) else format_rank(self.entrant.rank).upper()


def results_table(tournament: Outgoing, warn: Warn) -> list[Line]:
    """Return a line for each player with a game or a bye, by place after the last paired round."""
    history = tournament.history
    last = max((*(game.round for game in history.games), *(n for n, who in history.byes.items() if who), 0))
    if not last:
        warn(marked("No round is paired yet: the table is empty."))
    _warn_of_points(history, warn)
    if open_ := sum(game.result.winner is Winner.NOBODY_YET for game in history.games):
        warn(
            marked_many(
                "%(n)s game has no result: it is written as ?.",
                "%(n)s games have no result: they are written as ?.",
                open_,
            )
        )
    if unknown := sum(not game.colours_known for game in history.games):
        warn(marked("The colours of %(n)s games are not known: they are written without colours.", n=unknown))
    rows = list(_rows_of_players(tournament, standings(history, last).rows, warn))
    numbers = {row.entrant_id: number for number, row in enumerate(rows, start=1)}
    games = {(game.round, id_): game for game in history.games for id_ in (game.white, game.black)}
    return [
        Line(
            number=number,
            place=None if number > 1 and row.scores == rows[number - 2].scores else number,
            entrant=history.entrants[row.entrant_id],
            person=tournament.persons[row.entrant_id],
            scores=row.scores,
            cells=tuple(
                _cell(history, row.entrant_id, round_, games.get((round_, row.entrant_id)), numbers)
                for round_ in range(1, last + 1)
            ),
        )
        for number, row in enumerate(rows, start=1)
    ]


def name_column(person: Person, width: int, text: Callable[[str], str], warn: Warn) -> str:
    """Return surname and given name, blanks in them as "_". ``text`` gives them the letters of the file."""
    names = (text(part).replace(" ", "_") for part in (person.name, person.first_name))
    name = " ".join(names).strip() or UNKNOWN
    if len(name) > width:
        warn(cut_warning(person.full, name, name[:width], width))
    return f"{name[:width]:{width}}"


def _rows_of_players(tournament: Outgoing, rows: tuple[Row, ...], warn: Warn) -> Iterator[Row]:
    history = tournament.history
    busy = {id_ for game in history.games for id_ in (game.white, game.black)}.union(*history.byes.values())
    for row in rows:
        if row.entrant_id in busy:
            yield row
        else:
            who = tournament.persons[row.entrant_id].full
            warn(marked("%(who)s is left out: no game and no bye.", who=who))


def _warn_of_points(history: History, warn: Warn) -> None:
    settings = history.settings
    for name in ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2"):
        if (points2 := getattr(settings, name)) > LARGEST2:
            said = marked("%(name)s: %(points)s points are written '+', which others read as one point.")
            warn(marked(said, name=name, points=f"{points2 / 2:g}"))


def _cell(history: History, id_: str, round_: int, game: Game | None, numbers: dict[str, int]) -> Cell:
    if game is None:
        return Cell(opponent=0, sign=SIGNS[min(_idle2(history, id_, round_), LARGEST2)])
    white = id_ == game.white
    known = game.result.winner is not Winner.NOBODY_YET
    return Cell(
        opponent=numbers[game.black if white else game.white],
        sign=SIGNS[game.result.points2(for_black=not white)] if known else "?",
        colour=("w" if white else "b") if game.colours_known else "",
        stones=game.handicap,
        by_default=game.result.by_default and known,
    )


def _idle2(history: History, id_: str, round_: int) -> int:
    """Return doubled points of a round without an opponent."""
    settings, mms = history.settings, main_of(history.settings) is Main.MMS
    if id_ in history.byes.get(round_, ()):
        return settings.mms_bye2 if mms else settings.nbw_bye2
    if round_ in history.entrants[id_].absent:
        return settings.mms_absent2 if mms else settings.nbw_absent2
    return 0
