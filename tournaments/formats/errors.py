"""The error of reading an exchange file, and the faults of single rows of a table."""

from dataclasses import dataclass

from games.marking import marked
from games.refusals import CODES, FAULTS

FAULTS.update(
    {
        "bad_archive": marked("The archive is damaged, or locked with a password."),
        "bad_categories": marked("The limits of the categories do not go down."),
        "bad_country": marked("The country is not a code of two letters."),
        "bad_csv": marked("The table is not CSV."),
        "bad_date": marked("The date cannot be read."),
        "bad_komi": marked("The komi is not a multiple of one half."),
        "bad_name": marked("The name cannot be read."),
        "bad_number": marked("The number cannot be read."),
        "bad_participation": marked("The rounds in which a player takes part cannot be read."),
        "bad_rank": marked("The rank is not from 30k to 9d, or 1p to 9p for a player."),
        "bad_result": marked("The result of a game cannot be read."),
        "bad_rounds": marked("The rounds of a player cannot be read, or do not exist."),
        "bad_row": marked("The row lacks a part that it needs."),
        "bad_team": marked("The team cannot be read."),
        "bad_truth": marked("The value is neither true nor false."),
        "bad_value": marked("The value is of another type."),
        "bad_workbook": marked("The workbook cannot be read."),
        "cell_too_long": marked("The cell is too long."),
        "column_twice": marked("Two columns have the same heading."),
        "dtd": marked("The file declares a document type, which is not read."),
        "duplicate_number": marked("Two rows have the same number."),
        "duplicate_player": marked("Two players have the same name or number."),
        "duplicate_team": marked("Two teams have the same name or number."),
        "encoding": marked("The text is not in the encoding that it should have."),
        "formula_cell": marked("The cell has a formula instead of a value."),
        "line_too_long": marked("The line is too long."),
        "markup_too_long": marked("A tag of the file is too long."),
        "missing_attribute": marked("The file lacks an attribute or member."),
        "missing_element": marked("The file lacks an element."),
        "missing_name": marked("The player or team has no name."),
        "missing_rank": marked("The player has neither a rank nor a rating."),
        "no_names": marked("The table has no column of names."),
        "no_players": marked("The file has no players."),
        "no_rows": marked("The table has no rows."),
        "not_macmahon": marked("The file is not of the program MacMahon."),
        "not_one_line": marked("The text has line breaks or characters that cannot be printed."),
        "not_opengotha": marked("The file is not of OpenGotha."),
        "not_this_list": marked("The file is another list than the one requested."),
        "not_well_formed": marked("The file is not well-formed XML or JSON."),
        "one_sided": marked("Only one of the two players has the game."),
        "out_of_range": marked("The number is outside its bounds."),
        "paired_twice": marked("A player is paired twice in a round."),
        "paired_with_self": marked("A player is paired against themselves."),
        "results_differ": marked("The two players of a game have different results."),
        "row_twice": marked("Two rows are about the same player."),
        "seated_twice": marked("A player is in two teams."),
        "table_taken": marked("Two games of a round are at the same table."),
        "text_too_long": marked("The text of the file is too long."),
        "too_deep": marked("The values of the file are nested too deep."),
        "too_many_attributes": marked("An element has too many attributes."),
        "too_many_club_groups": marked("The file has too many groups of clubs."),
        "too_many_clubs": marked("The file has too many clubs."),
        "too_many_columns": marked("The table has too many columns."),
        "too_many_elements": marked("The file has too many elements."),
        "too_many_faults": marked("The table has more faults than are listed."),
        "too_many_lines": marked("The file has too many lines."),
        "too_many_players": marked("The file has too many players."),
        "too_many_rounds": marked("The file has too many rounds."),
        "too_many_rows": marked("The table has too many rows."),
        "too_many_teams": marked("The file has too many teams."),
        "truncated": marked("The file breaks off."),
        "uneven_row": marked("The row has another number of cells than the heading."),
        "uneven_rows": marked("The rows have different numbers of rounds."),
        "unknown_format": marked("The format of the file is not known."),
        "unknown_value": marked("The value is not one that is known."),
        "unsupported_version": marked("This version of the format is not read."),
    }
)


def _known(code: str) -> str:
    """Return the code. Raises KeyError for one that is not declared."""
    if code not in FAULTS and code not in CODES:
        raise KeyError(code)
    return code


class ExchangeError(Exception):
    """A file that cannot be read, or not without guessing.

    ``code`` is stable, ``line`` counts from 1, ``element`` names the place.
    """

    def __init__(self, code: str, message: str, *, line: int | None = None, element: str = "") -> None:
        where = f" (line {line})" if line is not None else ""
        super().__init__(f"{message}{where}")
        self.code = _known(code)
        self.message = message
        self.line = line
        self.element = element


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A row that cannot be read: its position, a stable ``code``, and the problem or remedy in words.

    ``line`` from 1; ``column`` by its name, "" for the whole row.
    """

    line: int
    column: str
    code: str
    message: str


class RowFault(Exception):
    """The fault of a row whose line is not known yet."""

    def __init__(self, column: str, code: str, message: str) -> None:
        super().__init__(message)
        self.column, self.code, self.message = column, _known(code), message

    def at(self, line: int) -> Fault:
        return Fault(line=line, column=self.column, code=self.code, message=self.message)
