"""Read and write tables of players; those read may be compiled by directors.

| column                           | is                                                                    |
|----------------------------------|-----------------------------------------------------------------------|
| family_name, given_name; or name | "Vos, Anna" or, without a comma, the surname first                    |
| rank, rating                     | 3d, 12k, 5 kyu; -900 to 2949: one gives the other, or a list both     |
| country, club                    | two letters; at most 12 characters                                    |
| egf_pin, ffg_licence, aga_id     | as the federations write them                                         |
| group                            | if the tournament has groups: its name, at most 20 characters         |
| absent                           | the rounds to miss: `1 3`                                          |
| correction, registration         | a whole number; final (as if empty) or preliminary                    |
| team, board                      | in team tournaments: name, and 1, 2 ... in it; substitutes last       |
| plays                            | the only rounds to play: `1,2`; empty: all                            |
| known_player                     | the id of the known player; `new`: a new player                       |

MacMahon's list of participants has no heading: ``MACMAHON`` are its columns, separated by `|`.

Headings of columns: ``SPELLINGS``, in the languages of directors. Other columns are reported and ignored.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from games.marking import marked
from games.one_line import is_one_line
from tournaments.competition.facts import LONGEST_GROUP, MOST_MEMBERS, Registration
from tournaments.competition.ranks import format_rank, parse_rank, professional_grade
from tournaments.formats.csv_in import MAX_ROWS, Sheet, read_sheet
from tournaments.formats.csv_tables import Cells, table_file
from tournaments.formats.errors import ExchangeError, Fault, RowFault
from tournaments.formats.fields import HIGHEST_RATING, LONGEST_CODE, LONGEST_NAME, LOWEST_RATING, whole_number
from tournaments.formats.imported import Person
from tournaments.formats.outgoing import Outgoing, Written

SPELLINGS = {
    "family_name": "family name|surname|last name|lastname|nachname|familienname|nom|nom de famille"
    "|achternaam|apellido|apellidos|cognome|efternamn|etternavn|efternavn|nazwisko|prijmeni|sukunimi|nume"
    "|фамилия|прізвище",
    "given_name": "given name|first name|firstname|forename|vorname|prenom|voornaam|nombre|nome|fornamn"
    "|fornavn|imie|jmeno|etunimi|prenume|имя|ім я",
    "name": "name|full name|naam|namn|navn|player|players|spieler|joueur|jugador|giocatore|speler|игрок",
    "rank": "rank|grade|rang|grad|rango|niveau|level|stufe|graad|ранг|разряд",
    "rating": "rating|gor|elo|egf rating|wertung|classement|рейтинг",
    "country": "country|land|pays|pais|paese|kraj|zeme|страна|країна",
    "club": "club|klub|verein|klubb|circolo|клуб",
    "egf_pin": "egf pin|egd pin|pin|egf|egd",
    "ffg_licence": "ffg licence|ffg license|licence|license|licence ffg|ffg",
    "aga_id": "aga id|aga number|aga",
    "group": "group|gruppe|groupe|groep|grupo|gruppo|группа|section",
    "absent": "absent|absent rounds|absences|abwesend|fehlt",
    "correction": "correction|smms correction|korrektur",
    "registration": "registration|registration status|inscription|anmeldung",
    "team": "team|team name|mannschaft|equipe|equipo|squadra|ploeg|lag|druzyna|команда",
    "board": "board|brett|echiquier|bord|tablero|scacchiera|plansza|доска",
    "plays": "plays|plays in rounds|playing in rounds",
    "known_player": "known player|player id",
}
COLUMNS = tuple(SPELLINGS)
_SIGNS = re.compile(r"[\W_]+")
NEW = "new"
MAX_ROUNDS = 40
MOST_CORRECTION = 50
DIGITS, LICENCE = re.compile("[0-9]{1,16}"), re.compile("[A-Za-z0-9]{1,16}")
NO_DIGITS = marked("not up to 16 digits: %(text)s")
NO_LICENCE = marked("not up to 16 letters and digits: %(text)s")
STATES = {"": True, "final": True, "fin": True, "f": True, "preliminary": False, "pre": False, "p": False}
TEMPLATE = tuple(column for column in COLUMNS if column not in ("name", "team", "board", "plays"))
MACMAHON = ("family_name", "given_name", "rank", "country", "club", "rating", "registration", "plays")
MACMAHON_LINE = re.compile(rb"\s*(?:;.*|(?:[^|]*\|){7}[^|]*)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine(Registration):
    """A row of a table of players.

    ``rank``, ``rating`` and ``absent`` None: not given. ``plays``: the only rounds to play; None: all but
    ``absent``. ``known_player``: an id, "new", or "". ``notes``: what was altered, in words.
    """

    line: int
    person: Person
    rank: int | None
    rating: int | None
    absent: frozenset[int] | None
    known_player: str
    team: str = ""
    board: int | None = None
    plays: frozenset[int] | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTable:
    """A table of players.

    ``passed_over``: headings that are ignored. Rows with a fault are not among ``lines``.
    """

    encoding: str
    delimiter: str
    passed_over: tuple[str, ...]
    lines: tuple[PlayerLine, ...]
    faults: tuple[Fault, ...]


def read_players(data: bytes) -> PlayerTable:
    """Read a table of players. Raises ``ExchangeError`` for a file that is none."""
    sheet = read_sheet(data, MACMAHON if _is_macmahon_list(data) else ())
    columns = _columns(sheet)
    lines, faults = list[PlayerLine](), list(sheet.faults)
    for number, cells in sheet.rows:
        values = {column: cells[place] for column, place in columns.items()}
        club = values.get("club", "")
        values |= {"club": club[:LONGEST_CODE].rstrip()}
        cut = marked("The club %(club)s is cut to %(left)s.", club=repr(club), left=repr(values["club"]))
        notes = () if club == values["club"] else (cut,)
        try:
            lines.append(replace(player_line(number, values), notes=notes))
        except RowFault as fault:
            faults.append(fault.at(number))
    return PlayerTable(
        encoding=sheet.encoding,
        delimiter=sheet.delimiter,
        passed_over=tuple(name for name in sheet.heading if name and column_of(name) is None),
        lines=tuple(lines),
        faults=tuple(sorted(faults, key=lambda fault: fault.line)),
    )


def _is_macmahon_list(data: bytes) -> bool:
    lines = data.splitlines()
    return b"|" in data and all(MACMAHON_LINE.fullmatch(line) for line in lines[:MAX_ROWS])


def write_players(tournament: Outgoing) -> Written:
    """Write one row per player, in the order of entries.

    In team tournaments it has the team and the board.
    """
    names = ("family_name", "given_name", "rank", "rating", "country", "club", "egf_pin", "ffg_licence")
    rows: list[Cells] = []
    seats = {id_: (team.name, n) for team in tournament.teams for n, id_ in enumerate(team.members, start=1)}
    for entrant in tournament.history.entrants.values():
        person = tournament.persons[entrant.id]
        numbers = (person.egf_pin, person.ffg_licence, person.aga_id)
        of = (format_rank(entrant.rank), entrant.rating, entrant.country, entrant.club)
        absent = " ".join(str(number) for number in sorted(entrant.absent))
        state = "final" if entrant.final else "preliminary"
        own = (person.name, person.first_name, *of, *numbers, entrant.correction, absent, state)
        rows.append((*own, entrant.group, *(seats.get(entrant.id, ("", "")) if tournament.teams else ())))
    of_team = ("team", "board") if tournament.teams else ()
    return table_file((*names, "aga_id", "correction", "absent", "registration", "group", *of_team), rows)


def _columns(sheet: Sheet) -> dict[str, int]:
    """Return column -> position in the row."""
    columns: dict[str, int] = {}
    for place, heading in enumerate(sheet.heading):
        column = column_of(heading)
        if column in columns:
            first = sheet.heading[columns[column]]
            message = marked(
                "two columns are %(column)s: %(first)s and %(heading)s",
                column=column,
                first=repr(first),
                heading=repr(heading),
            )
            raise ExchangeError("column_twice", message, line=1, element=heading[:40])
        if column is not None:
            columns[column] = place
    if not columns.keys() & {"family_name", "name"}:
        headings = _quote_headings(sheet.heading)
        message = marked(
            "no column has names: call it family_name, or name; there are %(headings)s", headings=headings
        )
        raise ExchangeError("no_names", message, line=1)
    return columns


def _quote_headings(headings: tuple[str, ...]) -> str:
    return ", ".join(repr(heading[:20]) for heading in headings[:10])


def player_line(number: int, values: Mapping[str, str]) -> PlayerLine:
    """Read one row, by column; a column may be left out. Raises ``RowFault``."""
    family, given = _names(values)
    return PlayerLine(
        line=number,
        person=Person(
            name=family,
            first_name=given,
            country=_country(values.get("country", "")),
            club=_text(values, "club", LONGEST_CODE),
            egf_pin=_matching_text(values, "egf_pin", DIGITS, NO_DIGITS),
            ffg_licence=_matching_text(values, "ffg_licence", LICENCE, NO_LICENCE),
            aga_id=_matching_text(values, "aga_id", DIGITS, NO_DIGITS),
            grade=professional_grade(values.get("rank", "")),
        ),
        rank=_rank(values.get("rank", "")),
        rating=_number(values, "rating", LOWEST_RATING, HIGHEST_RATING),
        correction=_number(values, "correction", -MOST_CORRECTION, MOST_CORRECTION) or 0,
        absent=frozenset(_rounds("absent", absent)) if (absent := values.get("absent", "")) else None,
        plays=frozenset(_rounds("plays", plays)) if (plays := values.get("plays", "")) else None,
        final=_is_final(values.get("registration", "")),
        known_player=_decision(values.get("known_player", "")),
        group=_text(values, "group", LONGEST_GROUP),
        team=_text(values, "team", LONGEST_NAME),
        board=_number(values, "board", 1, MOST_MEMBERS),
    )


def _names(values: Mapping[str, str]) -> tuple[str, str]:
    family = _text(values, "family_name", LONGEST_NAME)
    given = _text(values, "given_name", LONGEST_NAME)
    if not family and (whole_name := _text(values, "name", 2 * LONGEST_NAME)):
        parting = "," if "," in whole_name else " "
        family, _, rest = whole_name.partition(parting)
        family, given = family.strip(), given or rest.strip()
    if not family:
        raise RowFault("family_name", "missing_name", marked("the row has no name"))
    if max(len(family), len(given)) > LONGEST_NAME:
        raise RowFault(
            "name", "text_too_long", marked("more than %(most)s characters of one name", most=LONGEST_NAME)
        )
    return family, given


def _text(values: Mapping[str, str], column: str, longest: int) -> str:
    text = values.get(column, "")
    if len(text) > longest:
        raise RowFault(
            column,
            "text_too_long",
            marked("more than %(most)s characters: %(text)s", most=longest, text=repr(text[:20])),
        )
    if not is_one_line(text):
        raise RowFault(
            column,
            "not_one_line",
            marked("line breaks or signs that cannot be printed: %(text)s", text=repr(text[:20])),
        )
    return text


def _matching_text(values: Mapping[str, str], column: str, pattern: re.Pattern[str], message: str) -> str:
    text = values.get(column, "")
    if text and not pattern.fullmatch(text):
        raise RowFault(column, "bad_number", marked(message, text=repr(text[:20])))
    return text


def _country(text: str) -> str:
    if text and not (len(text) == 2 and text.isascii() and text.isalpha()):
        raise RowFault(
            "country",
            "bad_country",
            marked("not a two-letter code such as NL: %(text)s", text=repr(text[:20])),
        )
    return text.upper()


def _rank(text: str) -> int | None:
    if not text:
        return None
    try:
        return parse_rank(text)
    except ValueError:
        fault = marked("not a rank from 30k to 9d, such as 3d or 12k: %(text)s", text=repr(text[:20]))
        raise RowFault("rank", "bad_rank", fault) from None


def _number(values: Mapping[str, str], column: str, low: int, high: int) -> int | None:
    text = values.get(column, "")
    if not text:
        return None
    number = whole_number(text, column)
    if not low <= number <= high:
        raise RowFault(
            column,
            "out_of_range",
            marked("%(number)s is not from %(low)s to %(high)s", number=number, low=low, high=high),
        )
    return number


def _rounds(column: str, text: str) -> Iterator[int]:
    for each in re.split(r"[\s,;/]+", text):
        if each and not (each.isascii() and each.isdecimal() and 1 <= int(each[:9]) <= MAX_ROUNDS):
            raise RowFault(
                column,
                "bad_rounds",
                marked("not round numbers such as 1 3: %(text)s", text=repr(text[:20])),
            )
        if each:
            yield int(each)


def _is_final(text: str) -> bool:
    if text.casefold() not in STATES:
        raise RowFault(
            "registration",
            "unknown_value",
            marked("neither final nor preliminary: %(text)s", text=repr(text[:20])),
        )
    return STATES[text.casefold()]


def _decision(text: str) -> str:
    if text.casefold() in ("", NEW):
        return text.casefold()
    try:
        return str(UUID(text))
    except ValueError:
        raise RowFault(
            "known_player", "unknown_value", marked("neither new nor an id: %(text)s", text=repr(text[:20]))
        ) from None


def column_of(heading: str) -> str | None:
    """Return the column for the heading, None for an unknown one."""
    return _COLUMN_OF.get(_plain_heading(heading))


def _plain_heading(heading: str) -> str:
    """Return the heading in lower case without accents, with blanks for signs."""
    letters = unicodedata.normalize("NFKD", heading.casefold())
    return _SIGNS.sub(" ", "".join(each for each in letters if not unicodedata.combining(each))).strip()


_COLUMN_OF = {
    _plain_heading(heading): column
    for column, headings in SPELLINGS.items()
    for heading in headings.split("|")
}
