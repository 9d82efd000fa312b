"""Read the French federation's .tou into a ``History``: games and places, without scores.

| missing in the file             | here                                                               |
|---------------------------------|--------------------------------------------------------------------|
| system and criteria             | the first ``likely_settings`` in the file's order, or the nearest   |
| bar, floor                      | likewise, of the ranks in the file                                 |
| countries, PINs, ratings        | none; ratings are the middle of the rank                           |
| last day                        | none                                                               |
| overtime                        | `+b`: periods of byo-yomi that give the adjusted time              |
| results by default, tables, ... | as ``egd_h9_in``                                                   |

`name=` is the short name and `comm=` the name: OpenGotha and pairgoth write them so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import pairwise
from math import ceil

from games.marking import marked
from tournaments.competition.history import History
from tournaments.competition.ranks import professional_grade
from tournaments.competition.ratings.times import BYOYOMI_PERIODS
from tournaments.competition.settings import Settings
from tournaments.competition.standings import mms_scores, standings
from tournaments.competition.time_limits import UNKNOWN_TIME, Overtime, TimeSystem
from tournaments.formats.eight_bit import Warn
from tournaments.formats.errors import ExchangeError
from tournaments.formats.ffg_tou import NO_LICENCE
from tournaments.formats.imported import Details, Imported, Person
from tournaments.formats.opengotha_settings import THIRTY_KYU
from tournaments.formats.results_rows import (
    CELL,
    GRADE,
    MAX_LINE,
    MAX_ROWS,
    FileGames,
    Row,
    check_rounds,
    entrants_of,
    entry,
    fault,
    ids_of,
    komi_in,
    names_of,
    rank_in,
    read_games,
    table_lines,
)

NAMES, GRADES, LICENCES = slice(4, 30), slice(30, 33), slice(33, 41)  # columns from 0
LICENCE = re.compile("[0-9]{7}")
HEADER = re.compile(r";\s*([a-z]+)\s*=(.*)")
KNOWN = {"name", "date", "vill", "comm", "prog", "size", "time", "ta", "komi"}
MANY = 2_000  # players times rounds: with more, no McMahon is tried; with ten times as many, one list
MOST_LIMITS = 12  # ranks tried as bar and as floor
MOST_TRIED = 8  # pairs of bar and floor, with each list of criteria
CRITERIA = {
    "swiss": (("NBW", "SOSW", "SOSOSW"), ("NBW", "SOSW", "SODOSW"), ("NBW", "SOSW"), ("NBW",)),
    "cup": (("CPS",),),
    "mcmahon": (("MMS", "SOSM", "SOSOSM"), ("MMS", "SOSM", "SODOSM"), ("MMS", "SOSM"), ("MMS",)),
}
MINUTES = 9_999
NUMBERED_BY = "Pairgoth"  # the program that numbers rows, and leaves no place blank


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
        raise fault("bad_row", marked("a row needs a name and a grade"), number)
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


def read_tou(data: bytes) -> Imported:
    """Read the tournament. Raises ``ExchangeError``, and nothing else, for any bytes."""
    warnings: list[str] = []
    sheet = read_sheet(data, warnings.append)
    ids = ids_of(sheet.rows, warnings.append)
    games = read_games(sheet.rows, ids)
    history = _history(sheet, ids, games, warnings.append)
    details = _details(sheet, ids, warnings.append)
    warnings.append(
        marked("The file has no countries, PINs, ratings, tables or settings: ratings follow ranks.")
    )
    return Imported(history=history, details=details, warnings=tuple(warnings))


def _history(sheet: Sheet, ids: list[str], games: FileGames, warn: Warn) -> History:
    usual = Settings()
    half2 = int(games.half) if games.absent else None
    settings = Settings(
        rounds=max(len(sheet.rows[0].entries), 1),
        floor=THIRTY_KYU,
        komi=komi_in("komi", *sheet.headers.get("komi", (0, ""))),
        board_size=_number(sheet, "size", 19, low=2, high=52),
        mms_absent2=usual.mms_absent2 if half2 is None else half2,
        nbw_absent2=usual.nbw_absent2 if half2 is None else half2,
    )
    history = History(
        settings=settings,
        entrants=entrants_of(sheet.rows, ids, games),
        games=games.games,
        byes=games.byes,
    )
    numbered = sheet.headers.get("prog", (0, ""))[1].startswith(NUMBERED_BY)
    return _explain_places(history, sheet.rows, ids, warn, ties_shown=not numbered)


def _explain_places(
    history: History, rows: Sequence[Row], ids: Sequence[str], warn: Warn, *, ties_shown: bool
) -> History:
    """Return the history with the settings that give the places of the file, or as many as possible."""
    best: tuple[int, History] | None = None
    for settings in likely_settings(history, ids):
        tried = replace(history, settings=settings)
        misplaced = _count_order_differences(tried, rows, ids, ties_shown=ties_shown)
        if best is None or misplaced < best[0]:
            best = misplaced, tried
        if not misplaced:
            break
    misplaced, found = best or (0, history)
    settings = found.settings
    if misplaced:
        names = ", ".join(settings.criteria)
        warn(
            marked(
                "%(n)s players are placed differently than in the file: no usual criteria give its order.",
                n=misplaced,
            )
        )
        warn(marked("The file does not name its criteria: %(names)s come nearest.", names=names))
    else:
        names = ", ".join(settings.criteria)
        warn(marked("The file does not name its criteria: %(names)s give its order.", names=names))
    return found


def likely_settings(history: History, ids: Sequence[str]) -> Iterator[Settings]:
    """Yield Swiss, a cup, then McMahon with the bars and floors that explain the order best.

    The best have the fewest players above a neighbour with a better score.
    """
    size = len(ids) * history.settings.rounds
    for system in ("swiss", "cup"):
        for criteria in CRITERIA[system]:
            yield replace(history.settings, system=system, criteria=criteria)
            if size > 10 * MANY:
                return
    if size > MANY:
        return
    limits = [
        (_count_inversions(replace(history, settings=each), ids), each) for each in _mcmahon_settings(history)
    ]
    fewest = min(inversions for inversions, _ in limits)
    nearest = [each for inversions, each in limits if inversions == fewest]
    for each in nearest[:MOST_TRIED]:
        for criteria in CRITERIA["mcmahon"]:
            yield replace(each, criteria=criteria)


def _count_inversions(history: History, ids: Sequence[str]) -> int:
    """Return how many players are above a neighbour with a better McMahon score."""
    scores = mms_scores(history, history.settings.rounds)
    return sum(scores[upper] < scores[lower] for upper, lower in pairwise(ids))


def _mcmahon_settings(history: History) -> Iterator[Settings]:
    """Yield McMahon with each bar and floor of its ranks, the highest bar and the lowest floor first."""
    ranks = sorted({entrant.rank for entrant in history.entrants.values()})
    for bar in ranks[::-1][:MOST_LIMITS]:
        for floor in (rank for rank in ranks[:MOST_LIMITS] if rank <= bar):
            yield replace(history.settings, system="mcmahon", bar=bar, floor=floor)


def _count_order_differences(
    history: History, rows: Sequence[Row], ids: Sequence[str], *, ties_shown: bool
) -> int:
    """Return how many neighbours in the file have another order, or are tied in only one of both."""
    scores = {
        row.entrant_id: tuple(row.scores.values()) for row in standings(history, history.settings.rounds).rows
    }
    return sum(
        scores[upper] < scores[lower] or (ties_shown and (scores[upper] == scores[lower]) != row.tied)
        for (upper, lower), row in zip(pairwise(ids), rows[1:], strict=True)
    )


def _number(sheet: Sheet, name: str, default: int, *, low: int, high: int) -> int:
    line, text = sheet.headers.get(name, (0, ""))
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and low <= int(text) <= high):
        raise fault(
            "bad_number",
            marked(
                "%(name)s is not a whole number from %(low)s to %(high)s: %(text)s",
                name=name,
                low=low,
                high=high,
                text=repr(text[:40]),
            ),
            line,
        )
    return int(text)


def _details(sheet: Sheet, ids: list[str], warn: Warn) -> Details:
    def header(name: str) -> str:
        return sheet.headers.get(name, (0, ""))[1]

    for unknown in sorted(sheet.headers.keys() - KNOWN):
        warn(marked("The header %(name)s is not known and is not read.", name=unknown[:40]))
    return Details(
        name=header("comm"),
        short_name=header("name"),
        location=header("vill"),
        director="",
        begins=_day(sheet),
        ends=None,
        time=_time(sheet, warn),
        persons={id_: _person(row) for id_, row in zip(ids, sheet.rows, strict=True)},
    )


def _person(row: Row) -> Person:
    return Person(
        name=row.name, first_name=row.first_name, club=row.club, ffg_licence=row.licence, grade=row.grade
    )


def _day(sheet: Sheet) -> date | None:
    line, text = sheet.headers.get("date", (0, ""))
    try:
        return datetime.strptime(text, "%d/%m/%Y").date() if text else None  # noqa: DTZ007 - a day has no zone
    except ValueError:
        raise fault(
            "bad_date", marked("date is not day/month/year: %(text)s", text=repr(text[:40])), line
        ) from None


def _time(sheet: Sheet, warn: Warn) -> TimeSystem:
    line, text = sheet.headers.get("time", (0, ""))
    minutes, plus, more = text.partition("+")
    if not minutes:
        return UNKNOWN_TIME
    if not (minutes.isascii() and minutes.isdecimal() and len(minutes) <= len(str(MINUTES))) or (
        plus and more != "b"
    ):
        raise fault(
            "bad_number",
            marked("time is neither a number of minutes nor minutes and +b: %(text)s", text=repr(text[:40])),
            line,
        )
    basic = int(minutes)
    adjusted = _number(sheet, "ta", basic, low=0, high=MINUTES)
    if adjusted < basic:
        warn(
            marked(
                "The adjusted time of %(adjusted)s minutes counts, though the basic time is %(basic)s.",
                adjusted=adjusted,
                basic=basic,
            )
        )
    extra = adjusted - basic
    if extra < 0 or not (plus or extra):
        return TimeSystem(basic=adjusted, overtime=Overtime.NONE)
    seconds = ceil(60 * extra / BYOYOMI_PERIODS)
    warn(
        marked(
            "The file does not say which overtime was used; periods of %(seconds)s seconds give "
            "its adjusted time.",
            seconds=seconds,
        )
    )
    return TimeSystem(basic=basic, overtime=Overtime.BYOYOMI, seconds=seconds)
