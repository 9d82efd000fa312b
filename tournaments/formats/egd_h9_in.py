"""Read the EGD's .h9 into a ``History``: the results, and settings that explain them.

| missing in the file                | here                                                              |
|------------------------------------|-------------------------------------------------------------------|
| bar and floor                      | those that need the fewest corrections to give every start score  |
| start score                        | the first score less the points of games, byes and absences       |
| names of the criteria              | the titles; else criteria that give every value of the column     |
| rounding, rounds not played        | those that give the most of the file's scores                     |
| ratings                            | the middle of the rank                                            |
| tables                             | from the top row down                                             |
| basic time                         | the adjusted minutes, without overtime                            |
| pairing of rounds, rules, ...      | the usual settings                                                |

Entrants' ids are surname and given name in capitals without blanks, as in ``opengotha``.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

from games.marking import marked
from tournaments.competition.history import History
from tournaments.competition.settings import HandicapSettings, Settings
from tournaments.competition.standings import (
    CRITERIA,
    UnknownCriterion,
    find_criterion,
    mms_scores,
    standings,
    start_scores,
)
from tournaments.formats.egd_h9 import score
from tournaments.formats.egd_h9_lines import Sheet, details_of, handicap_reduction, komi_of, read_sheet
from tournaments.formats.eight_bit import Warn
from tournaments.formats.imported import Imported
from tournaments.formats.opengotha_settings import THIRTY_KYU
from tournaments.formats.results_rows import FileGames, entrants_of, ids_of, read_games

MAX_CORRECTION = 50
MANY = 500  # players: with more, no criterion is guessed
MAINS = ("MMS", "NBW")
PAIRGOTHS = {"SSOS": "SOSOS", "SDOS": "SODOS"}  # pairgoth's short names for them
GUESSES = ("SOS", "SOSOS", "SODOS", "SOS-1", "SOS-2", "CUSS", "SDC", "DC", "NBW", "RATING", "EXT", "EXR")


def read_h9(data: bytes) -> Imported:
    """Read the tournament. Raises ``ExchangeError``, and nothing else, for any bytes."""
    warnings: list[str] = []
    sheet = read_sheet(data, warnings.append)
    ids = ids_of(sheet.rows, warnings.append)
    reduction = handicap_reduction(sheet, warnings.append)
    games = read_games(sheet.rows, ids, reduction=reduction)
    history = _history(sheet, ids, games, _handicaps(games, reduction), warnings.append)
    details = details_of(sheet, ids, warnings.append)
    warnings.append(
        marked("The file has no ratings, tables or settings: ratings follow ranks, the rest is usual.")
    )
    return Imported(history=history, details=details, warnings=tuple(warnings))


def _handicaps(games: FileGames, reduction: int | None) -> HandicapSettings:
    if reduction is None:
        most = max((game.handicap for game in games.games), default=0)
        return HandicapSettings(ceiling=most, correction=0)
    return HandicapSettings(by_score=False, correction=reduction)


def _history(
    sheet: Sheet, ids: list[str], games: FileGames, handicap: HandicapSettings, warn: Warn
) -> History:
    rounds = _rounds(sheet)
    mcmahon = _is_mcmahon(sheet, rounds)
    usual = Settings()
    half2 = int(games.half) if games.absent else None
    settings = Settings(
        system="mcmahon" if mcmahon else "swiss",
        criteria=(_first_criterion(sheet, mcmahon=mcmahon),),
        rounds=max(rounds, 1),
        floor=THIRTY_KYU,
        komi=komi_of(sheet),
        handicap=handicap,
        mms_absent2=half2 if mcmahon and half2 is not None else usual.mms_absent2,
        nbw_absent2=half2 if not mcmahon and half2 is not None else usual.nbw_absent2,
    )
    history = History(
        settings=settings,
        entrants=entrants_of(sheet.rows, ids, games),
        games=games.games,
        byes=games.byes,
    )
    return _explain_scores(history, sheet, ids, warn)


def _explain_scores(history: History, sheet: Sheet, ids: list[str], warn: Warn) -> History:
    """Return the history with the rounding and unplayed rounds that explain most of the file's scores."""
    best: tuple[History, list[str]] | None = None
    for round_down, half in product((True, False), (False, True)):
        settings = replace(history.settings, round_down=round_down, not_played_counts_half=half)
        doubts: list[str] = []
        tried = replace(history, settings=settings)
        tried = _with_columns(
            _explain_start_scores(tried, sheet, ids, doubts.append), sheet, ids, doubts.append
        )
        if best is None or len(doubts) < len(best[1]):
            best = tried, doubts
        if not doubts:
            break
    found, doubts = best or (history, [])
    corrected = sum(entrant.correction != 0 for entrant in found.entrants.values())
    if corrected:
        warn(
            marked(
                "%(n)s players start above or below their rank: their scores are corrected by hand.",
                n=corrected,
            )
        )
    for doubt in doubts:
        warn(doubt)
    return found


def _is_mcmahon(sheet: Sheet, rounds: int) -> bool:
    """Return whether titles or, without them, scores above the number of rounds indicate McMahon."""
    mains = [title.upper() for title in sheet.titles if title.upper() in MAINS]
    if mains:
        return mains[0] == "MMS"
    if sheet.titles and _criterion_name(sheet.titles[0], "swiss"):
        return False
    return any(row.scores[0] > rounds for row in sheet.rows)


def _first_criterion(sheet: Sheet, *, mcmahon: bool) -> str:
    system, main = ("mcmahon", "MMS") if mcmahon else ("swiss", "NBW")
    return _criterion_name(sheet.titles[0], system) or main if sheet.titles else main


def _main_column(sheet: Sheet) -> int:
    """Return the column of McMahon scores: the one titled MMS, else the first."""
    titles = [title.upper() for title in sheet.titles]
    return titles.index("MMS") if "MMS" in titles else 0


def _explain_start_scores(history: History, sheet: Sheet, ids: list[str], doubt: Warn) -> History:
    """Return the history with bar, floor and corrections that give the file's last McMahon scores."""
    if history.settings.system != "mcmahon":
        return history
    column = min(_main_column(sheet), len(sheet.rows[0].scores) - 1)
    before2, after2 = start_scores(history), mms_scores(history, _rounds(sheet))
    starts2 = {
        id_: round(2 * row.scores[column]) - after2[id_] + before2[id_]
        for id_, row in zip(ids, sheet.rows, strict=True)
    }
    if any(start2 % 2 for start2 in starts2.values()):
        doubt(marked("Start scores would not be whole: half a point is dropped."))
    starts = {id_: start2 // 2 + THIRTY_KYU for id_, start2 in starts2.items()}
    floor, bar = _limits(history, starts)
    entrants = {
        id_: replace(
            entrant, correction=_correction(starts[id_] - _clamp(entrant.rank, floor, bar), id_, doubt)
        )
        for id_, entrant in history.entrants.items()
    }
    return replace(history, settings=replace(history.settings, floor=floor, bar=bar), entrants=entrants)


def _rounds(sheet: Sheet) -> int:
    return len(sheet.rows[0].entries)


def _limits(history: History, starts: dict[str, int]) -> tuple[int, int]:
    """Return floor and bar."""
    ranks = {id_: entrant.rank for id_, entrant in history.entrants.items()}
    pairs = Counter((ranks[id_], start) for id_, start in starts.items())
    possible = sorted({max(min(start, 8), THIRTY_KYU) for start in starts.values()})

    def corrections(floor: int, bar: int) -> int:
        return sum(count for (rank, start), count in pairs.items() if _clamp(rank, floor, bar) != start)

    choices = [(floor, bar) for floor in possible for bar in possible if floor <= bar]
    return min(choices, key=lambda choice: (corrections(*choice), choice[0], -choice[1]))


def _clamp(rank: int, floor: int, bar: int) -> int:
    return min(max(rank, floor), bar)


def _correction(points: int, id_: str, warn: Warn) -> int:
    bounded = min(max(points, -MAX_CORRECTION), MAX_CORRECTION)
    if bounded != points:
        warn(
            marked(
                "The score of %(id)s cannot be reproduced: it needs a correction of %(points)s points.",
                id=id_,
                points=points,
            )
        )
    return bounded


def _with_columns(history: History, sheet: Sheet, ids: list[str], doubt: Warn) -> History:
    """Return the history with the criteria of all columns that can be named, and report the others."""
    for column in range(len(sheet.rows[0].scores)):
        values = {id_: row.scores[column] for id_, row in zip(ids, sheet.rows, strict=True)}
        title = sheet.titles[column] if column < len(sheet.titles) else ""
        if not title and not any(values.values()):
            continue  # a column of padding
        history = _with_column(history, column, title, values, doubt)
    return history


def _with_column(history: History, column: int, title: str, values: dict[str, float], doubt: Warn) -> History:
    criterion = _criterion_name(title, history.settings.system) or (
        history.settings.criteria[0] if column == 0 else ""
    )
    if not criterion:
        return _guess_criterion(history, column, title, values, doubt)
    found = _with_criterion(history, criterion)
    if misses := _count_misses(found, criterion, values):
        name = title or criterion
        doubt(
            marked(
                "%(n)s values of %(name)s in the file differ from those that its games give.",
                n=misses,
                name=name,
            )
        )
    return found


def _guess_criterion(
    history: History, column: int, title: str, values: dict[str, float], doubt: Warn
) -> History:
    for guess in GUESSES if len(values) <= MANY else ():
        name = _criterion_name(guess, history.settings.system)
        tried = _with_criterion(history, name)
        if name not in history.settings.criteria and not _count_misses(tried, name, values):
            return tried
    number, name = column + 1, title or "-"
    doubt(
        marked(
            "No criterion gives the values of column %(number)s (%(name)s): it is left out.",
            number=number,
            name=name,
        )
    )
    return history


def _with_criterion(history: History, name: str) -> History:
    criteria = tuple(dict.fromkeys((*history.settings.criteria, name)))
    return replace(history, settings=replace(history.settings, criteria=criteria))


def _criterion_name(name: str, system: str) -> str:
    try:
        return find_criterion(PAIRGOTHS.get(name, name), system).name
    except UnknownCriterion:
        return ""


def _count_misses(history: History, name: str, values: dict[str, float]) -> int:
    """Return the number of values that would be written differently."""
    rows = standings(history, history.settings.rounds).rows
    return sum(_format_score(name, row.scores[name]) != f"{values[row.entrant_id]:.12g}" for row in rows)


def _format_score(name: str, value: int) -> str:
    return score(name, value, "", lambda _: None) if name in CRITERIA else ""
