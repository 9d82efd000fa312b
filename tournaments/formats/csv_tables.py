"""Write tables for spreadsheets, as CSV in UTF-8 with a byte order mark: results and standings.

A cell that a spreadsheet would compute ("=HYPERLINK(...)") gets an apostrophe, and a warning.

| in a cell                                           | written                                      |
|-----------------------------------------------------|----------------------------------------------|
| `=`, `+` ... at its beginning, full width or not    | with an apostrophe in front                  |
| the same after a `;` or tab, with or without quotes | with an apostrophe after the `;` or tab      |
| a `;` or tab anywhere                               | all texts of the row in quotes               |

If lists are separated by `;` (German, French, Spanish), a spreadsheet may split cells at it, and quotes in
the middle of a line do not prevent that.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Any

from defusedcsv import csv

from games.marking import marked
from tournaments.competition.history import Game
from tournaments.competition.ranks import format_rank
from tournaments.competition.standings import standings
from tournaments.formats.eight_bit import Warn, encodable
from tournaments.formats.outgoing import Outgoing, Written

ENCODING = "utf-8-sig"
SIGNS = "=+\\-@|%\uff1d\uff0b\uff0d\uff20"
"""The first characters of formulas, also in full width, for a class of a regular expression."""
FULL_WIDTH = ("\uff1d", "\uff0b", "\uff0d", "\uff20")
_SEPARATED = re.compile(rf"([;\t])(?=[\s\"']*[{SIGNS}])")
_SEPARATED_INERT = re.compile(rf"([;\t])'(?=[\s\"']*[{SIGNS}])")
COMPUTED = ("=", "+", "-", "@", "|", "%")
Cells = Sequence[str | float]


def csv_file(rows: Iterable[Sequence[Any]]) -> bytes:
    """Return a file of rows of texts and numbers, the heading first."""
    file = StringIO()
    usual = csv.writer(file, lineterminator="\r\n")
    quoting = csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer = quoting if any(isinstance(cell, str) and _is_splittable(cell) for cell in row) else usual
        writer.writerow([add_apostrophes(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue().encode(ENCODING)


def _is_splittable(text: str) -> bool:
    return ";" in text or "\t" in text


def add_apostrophes(text: str) -> str:
    """Add the apostrophes that defusedcsv omits: before full width characters and after a separator."""
    split = _SEPARATED.sub(r"\1'", text)
    return f"'{split}" if split.startswith(FULL_WIDTH) else split


def remove_separator_apostrophes(text: str) -> str:
    """Remove the apostrophes that ``add_apostrophes`` put after separators from a cell that was read."""
    return _SEPARATED_INERT.sub(r"\1", text)


def write_results(tournament: Outgoing) -> Written:
    """Write one row per game, by round and table.

    In team tournaments it has the board and both teams. ``date``: day and time of a postponed game.
    """
    seats = _seats(tournament)
    all_known = all(game.colours_known for game in tournament.history.games)
    rows: list[Cells] = [
        (
            game.round,
            game.table,
            tournament.persons[game.white].full,
            tournament.persons[game.black].full,
            game.handicap,
            tournament.komi_of(game),
            game.result.winner.value,
            "by default" if game.result.by_default else "",
            *(_at_board(seats, game) if tournament.teams else ()),
            *(() if all_known else ("" if game.colours_known else "unknown",)),
            *((tournament.dates.get((game.round, game.white), ""),) if tournament.dates else ()),
        )
        for game in sorted(tournament.history.games, key=lambda game: (game.round, game.table))
    ]
    names = ("round", "table", "white", "black", "handicap", "komi", "result", "default")
    of_teams = ("board", "white_team", "black_team") if tournament.teams else ()
    others = (*(() if all_known else ("colours",)), *(("date",) if tournament.dates else ()))
    return table_file((*names, *of_teams, *others), rows)


def _seats(tournament: Outgoing) -> dict[tuple[int, str], tuple[int, str]]:
    """Return board and team by round and entrant."""
    boards = tournament.history.settings.teams.boards
    return {
        (number, entrant): (board, team.name)
        for number in {game.round for game in tournament.history.games}
        for team in tournament.teams
        for board, entrant in enumerate(team.line_up(number, boards), start=1)
    }


def _at_board(seats: Mapping[tuple[int, str], tuple[int, str]], game: Game) -> Cells:
    """Return the board by the line-up of White's team, and the teams; blank for players at no board."""
    board, white = seats.get((game.round, game.white), ("", ""))
    return (board, white, seats.get((game.round, game.black), ("", ""))[1])


def write_standings(tournament: Outgoing) -> Written:
    """Write one row per team, or else per player, by place after the last paired round."""
    if not tournament.team_places:
        return write_individuals(tournament)
    grouped = any(one.group for one in tournament.team_places)
    rows: list[Cells] = [
        (*((one.group,) if grouped else ()), one.place, one.name, one.country, one.club, *one.scores.values())
        for one in tournament.team_places
    ]
    names = (*(("group",) if grouped else ()), "place", "team", "country", "club")
    return table_file((*names, *tournament.team_places[0].scores), rows)


def write_individuals(tournament: Outgoing) -> Written:
    """Write one row per player by place after the last paired round, regardless of teams."""
    last = max((game.round for game in tournament.history.games), default=0)
    table = standings(tournament.history, last)
    rows: list[Cells] = []
    for row in table.rows:
        entrant, person = tournament.history.entrants[row.entrant_id], tournament.persons[row.entrant_id]
        who = (person.full, format_rank(entrant.rank), entrant.country, entrant.club)
        rows.append((row.place, *who, *row.plain().values()))
    return table_file(("place", "name", "rank", "country", "club", *table.criteria), rows)


def table_file(names: Sequence[str], rows: Iterable[Cells]) -> Written:
    warnings: list[str] = []
    cells = [
        [_cell(value, marked("Row %(number)s", number=number), warnings.append) for value in row]
        for number, row in enumerate(rows, start=2)
    ]
    return Written(data=csv_file((names, *cells)), warnings=tuple(warnings))


def _cell(value: str | float, where: str, warn: Warn) -> str | float:
    if not isinstance(value, str):
        return value
    text = encodable(value, where, warn, encoding="utf-8")
    if text.startswith(COMPUTED) or add_apostrophes(text) != text:
        said = marked("%(where)s: %(text)s gets an apostrophe, so that no spreadsheet computes it.")
        warn(marked(said, where=where, text=repr(text)))
    return text
