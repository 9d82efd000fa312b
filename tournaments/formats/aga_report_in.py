"""The report that the AGA rates games from, into a ``History``: who met whom, and who won.

| in the file                        | here                                                       | source |
|------------------------------------|------------------------------------------------------------|--------|
| TOURNEY name, place, dates         | the name up to the first comma, the place up to the dates  | S      |
| start=, finish=                    | month/day/year; year-month-day too, as OpenGotha has it    | S, O   |
| rules=                             | the ruleset of that name                                   | S      |
| a player: number, Last, First rank | blanks or tabs between                                     | S, O   |
| numbers from 99001 on              | temporary: nobody's AGA number, a warning                  | C, O   |
| GAMES 2                            | the games of round 2                                       | O      |
| GAMES                              | a new round begins where somebody plays again: a warning   | C      |
| winner W, B, small or great        |                                                            | S      |
| winner ?                           | no result: it stands for several here and there            | C      |
| handicap 0, komi at most 1         | handicap 1 where other even games have more komi           | O      |
| komi                               | the commonest of even games, and of the others: a warning  | C      |
| system, places                     | Swiss by wins; the report has none                         | C      |
| what follows END                   | not read                                                   | O      |

"S" is read in the AGA's "Qualifications for Rated Games", "O" in OpenGotha's source, "C" is our choice.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from tournaments.competition.history import Entrant, Game, History, Result, Settings, Winner
from tournaments.competition.ratings.ranks import rating_of
from tournaments.competition.time_limits import NOT_TOLD
from tournaments.formats.aga_report import FIRST_TEMPORARY, RULES
from tournaments.formats.aga_report_lines import Report, ReportedGame, read_report
from tournaments.formats.eight_bit import Warn
from tournaments.formats.imported import Details, Imported
from tournaments.formats.opengotha import key
from tournaments.formats.results_rows import MAX_ROUNDS, fault

OF_A_DAY = re.compile(
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+[0-9]|(?:19|20)[0-9]{2}$|[0-9]+/[0-9]+/[0-9]+",
    re.IGNORECASE,
)
RULESETS = {name.lower(): ruleset for ruleset, name in reversed(RULES.items())}
DAYS = ("%m/%d/%Y", "%Y-%m-%d")
LEAST_KOMI = 1  # Black gives no more in a game of handicap 1


def read_aga_report(data: bytes) -> Imported:
    """The tournament in ``data``. Raises ``ExchangeError``, and nothing else, whatever the bytes are."""
    warnings: list[str] = []
    warn = warnings.append
    report = read_report(data)
    ids = _ids(report)
    games = _with_rounds(report.games, warn)
    settings, games = _terms(games, warn)
    _warn_of_results(games, warn)
    history = History(
        settings=settings,
        entrants=_entrants(report, ids),
        games=tuple(_played(games, ids)),
    )
    details = _details(report, ids, warn)
    warn("The report has no places, byes, tables or settings: players are placed by wins.")
    return Imported(history=history, details=details, warnings=tuple(warnings))


def _ids(report: Report) -> dict[str, str]:
    """Number -> surname and given name in capitals, as other formats have them."""
    ids: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, (line, person, _) in report.players.items():
        id_ = key(person.name + person.first_name)
        if id_ in lines:
            raise fault("duplicate_player", f"{id_[:80]} stands in line {lines[id_]} too", line)
        lines[id_], ids[number] = line, id_
    return ids


def _with_rounds(games: list[ReportedGame], warn: Warn) -> list[ReportedGame]:
    """Each with its round: that of its section, else one later wherever somebody plays again."""
    placed: list[ReportedGame] = []
    current, busy, section = 0, set[str](), 0
    guessed = False
    for game in games:
        two = {game.white, game.black}
        if game.section != section:
            section = game.section
            current, busy = game.round or current + 1, set()
        if two & busy:
            if game.round:
                raise fault("paired_twice", f"a player has two games in round {game.round}", game.line)
            current, busy, guessed = current + 1, set(), True
        if current > MAX_ROUNDS:
            raise fault("too_many_rounds", f"more than {MAX_ROUNDS} rounds", game.line)
        busy |= two
        placed.append(replace(game, round=current))
    if guessed:
        warn("The report does not tell rounds: a new one begins where somebody plays again.")
    return placed


def _terms(games: list[ReportedGame], warn: Warn) -> tuple[Settings, list[ReportedGame]]:
    """The commonest komi, and the games with handicap 1 where they give none."""
    usual = _commonest([game.komi for game in games if not game.handicap], Settings().komi)
    games = [
        replace(game, handicap=1) if not game.handicap and 0 <= game.komi <= LEAST_KOMI < usual else game
        for game in games
    ]
    with_stones = _commonest([game.komi for game in games if game.handicap], usual % 1)
    settings = Settings(
        system="swiss",
        criteria=("NBW",),
        rounds=max((game.round for game in games), default=1),
        komi=usual,
        handicap_komi=None if with_stones == usual % 1 else with_stones,
    )
    others = sum(game.komi != settings.komi_for(game.handicap) for game in games)
    if others:
        warn(f"{others} games have another komi than most: it is not kept.")
    return settings, games


def _commonest(values: list[float], usual: float) -> float:
    return Counter(values).most_common(1)[0][0] if values else usual


def _warn_of_results(games: list[ReportedGame], warn: Warn) -> None:
    if unknown := sum(game.winner is Winner.NOBODY_YET for game in games):
        warn(f"{unknown} games have the winner '?': they are read without a result.")


def _played(games: list[ReportedGame], ids: dict[str, str]) -> Iterator[Game]:
    tables = Counter[int]()
    for game in games:
        tables[game.round] += 1
        yield Game(
            round=game.round,
            table=tables[game.round],
            white=ids[game.white],
            black=ids[game.black],
            handicap=game.handicap,
            result=Result(winner=game.winner),
        )


def _entrants(report: Report, ids: dict[str, str]) -> dict[str, Entrant]:
    order = {id_: place for place, id_ in enumerate(sorted(ids.values()))}
    return {
        ids[number]: Entrant(id=ids[number], rank=rank, rating=int(rating_of(rank)), order=order[ids[number]])
        for number, (_, _, rank) in report.players.items()
    }


def _details(report: Report, ids: dict[str, str], warn: Warn) -> Details:
    temporary = [
        person.full for number, (_, person, _) in report.players.items() if int(number) >= FIRST_TEMPORARY
    ]
    if temporary:
        warn(f"No AGA number but a temporary one: {', '.join(temporary)}.")
    parts = [part.strip() for part in report.tourney.split(",")]
    while len(parts) > 1 and OF_A_DAY.search(parts[-1]):
        parts.pop()
    _, rules = report.settings.get("rules", (0, ""))
    ruleset = RULESETS.get(rules.lower(), "")
    if rules and not ruleset:
        warn(f"The rules {rules[:40]!r} are not known here.")
    return Details(
        name=parts[0],
        short_name="",
        location=", ".join(parts[1:]),
        director="",
        begins=_day(report, "start"),
        ends=_day(report, "finish"),
        time=NOT_TOLD,
        persons={ids[number]: person for number, (_, person, _) in report.players.items()},
        ruleset=ruleset,
    )


def _day(report: Report, name: str) -> date | None:
    line, text = report.settings.get(name, (0, ""))
    for form in DAYS if text else ():
        try:
            return datetime.strptime(text, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    if text:
        raise fault("bad_date", f"{name} is no month/day/year: {text[:40]!r}", line)
    return None
