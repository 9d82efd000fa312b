"""A report to the AGA as players and games; every fault names its line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from tournaments.competition.history import Winner
from tournaments.formats.aga_report import FIRST_TEMPORARY
from tournaments.formats.decoding import text_of
from tournaments.formats.errors import ExchangeError
from tournaments.formats.fields import ranked
from tournaments.formats.imported import Person
from tournaments.formats.results_rows import MAX_BYTES, MAX_LINE, MAX_ROUNDS, MAX_ROWS, fault

MAX_GAMES = 100_000
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
SECTION = re.compile(r"(TOURNEY|PLAYERS|GAMES|END)\b[ \t]*(.*)", re.IGNORECASE)
SETTING = re.compile(r"(start|finish|rules)\s*=\s*(.*)", re.IGNORECASE)
PLAYER = re.compile(r"([0-9]{1,9})\s+(\S.*?)[\s,]+([0-9]{1,2}[kdpKDP])")
GAME = re.compile(r"([0-9]{1,9})\s+([0-9]{1,9})\s+([wbWB?])\s+([0-9])\s+(-?[0-9]{1,3}(?:\.[0-9])?)")
ROUND = re.compile(r"([0-9]{1,2})\b.*")
WINNERS = {"W": Winner.WHITE, "B": Winner.BLACK, "?": Winner.NOBODY_YET}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedGame:
    """``line`` of the file, ``section`` of GAMES from 1; ``round`` 0: not told."""

    line: int
    section: int
    round: int
    white: str
    black: str
    winner: Winner
    handicap: int
    komi: float


@dataclass(slots=True, kw_only=True)
class Report:
    """What was read so far. ``players``: by number, their lines beside them."""

    tourney: str = ""
    settings: dict[str, tuple[int, str]] = field(default_factory=dict)
    players: dict[str, tuple[int, Person, int]] = field(default_factory=dict)
    games: list[ReportedGame] = field(default_factory=list)


def read_report(data: bytes) -> Report:
    report, section, sections, number_of_round = Report(), "", 0, 0
    for number, line in _lines(data):
        if begins := SECTION.fullmatch(line):
            section = begins[1].upper()
            if section == "END":
                break
            if section == "TOURNEY":
                report.tourney = begins[2].strip()
            if section == "GAMES":
                sections, number_of_round = sections + 1, _number_of_round(number, begins[2])
        elif setting := SETTING.fullmatch(line):
            report.settings.setdefault(setting[1].lower(), (number, setting[2].strip()))
        elif section == "PLAYERS":
            _add_player(report, number, line)
        elif section == "GAMES":
            _add_game(report, number, line, sections, number_of_round)
    if not report.players:
        raise ExchangeError("no_players", "the report has no player", line=1)
    return report


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Those that say something, without blanks around them."""
    if len(data) > MAX_BYTES:
        raise ExchangeError("too_large", f"{len(data)} bytes; at most {MAX_BYTES} are read")
    text, _ = text_of(data)
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if CONTROL.search(line):
            raise fault("encoding", "a character that is no letter", number)
        if len(line) > MAX_LINE:
            raise fault("line_too_long", f"more than {MAX_LINE} characters", number)
        if line.strip():
            yield number, line.strip()


def _number_of_round(line: int, text: str) -> int:
    found = ROUND.fullmatch(text)
    if found and not 1 <= int(found[1]) <= MAX_ROUNDS:
        raise fault("too_many_rounds", f"round {found[1]}; 1 to {MAX_ROUNDS} are read", line)
    return int(found[1]) if found else 0


def _add_player(report: Report, number: int, line: str) -> None:
    if len(report.players) == MAX_ROWS:
        raise fault("too_many_players", f"more than {MAX_ROWS} players", number)
    found = PLAYER.fullmatch(line)
    if found is None:
        raise fault("bad_row", f"no number, name and rank of a player: {line[:40]!r}", number)
    id_, name, grade = str(int(found[1])), found[2], found[3]
    rank = ranked(grade)
    if rank is None:
        raise fault("bad_rank", f"no rank from 30K to 9D or 9P: {grade!r}", number)
    if id_ in report.players:
        raise fault("duplicate_player", f"{id_} stands in line {report.players[id_][0]} too", number)
    family, _, given = (part.strip() for part in name.partition(","))
    own = "" if int(id_) >= FIRST_TEMPORARY else id_
    report.players[id_] = number, Person(name=family, first_name=given, aga_id=own), rank


def _add_game(report: Report, number: int, line: str, section: int, round_: int) -> None:
    if len(report.games) == MAX_GAMES:
        raise fault("too_many_games", f"more than {MAX_GAMES} games", number)
    found = GAME.fullmatch(line)
    if found is None:
        message = f"no game: white, black, winner (W, B or ?), handicap, komi: {line[:40]!r}"
        raise fault("bad_result", message, number)
    white, black = str(int(found[1])), str(int(found[2]))
    for player in (white, black):
        if player not in report.players:
            raise fault("unknown_player", f"{player} is not among the players", number)
    if white == black:
        raise fault("paired_with_self", f"{white} is paired with themselves", number)
    komi = float(found[5])
    if 2 * komi % 1:
        raise fault("bad_komi", f"komi is no multiple of a half: {found[5]}", number)
    report.games.append(
        ReportedGame(
            line=number,
            section=section,
            round=round_,
            white=white,
            black=black,
            winner=WINNERS[found[3].upper()],
            handicap=int(found[4]),
            komi=komi,
        )
    )
