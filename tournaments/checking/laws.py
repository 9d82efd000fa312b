"""Events held against the commands that lead to them: nothing is stored that would have been refused."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tournaments.checking.places import Words
from tournaments.checking.report import Place, Report
from tournaments.competition.history import Result, Winner
from tournaments.domain.base import Command
from tournaments.domain.pairs import (
    ColoursSwapped,
    HandicapSet,
    PairUnmade,
    SetHandicap,
    SwapColours,
    UnmakePair,
)
from tournaments.domain.results import (
    ClearResult,
    RecordResult,
    ReportResult,
    ResultCleared,
    ResultRecorded,
    ResultReported,
)
from tournaments.domain.round_stages import CloseRound, RoundClosed
from tournaments.domain.rounds import RecordPairing, RoundFacts, RoundPaired, RoundUnpaired, UnpairRound
from tournaments.state.tournament import Tournament

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
COMMANDS: dict[type, Callable[[Any], Command]] = {
    ResultReported: lambda e: ReportResult(game_id=e.game_id, entry_id=e.entry_id, result=e.result),
    ResultRecorded: lambda e: RecordResult(game_id=e.game_id, result=e.result, reason=e.reason),
    ResultCleared: lambda e: ClearResult(game_id=e.game_id, reason=e.reason, reports_stay=e.reports_stay),
    RoundClosed: lambda e: CloseRound(round=e.round, at=LONG_AGO),
    RoundPaired: lambda e: RecordPairing(reason=e.reason, **RoundFacts.facts_of(e)),
    RoundUnpaired: lambda e: UnpairRound(round=e.round, reason=e.reason),
    PairUnmade: lambda e: UnmakePair(game_id=e.game_id, reason=e.reason),
    ColoursSwapped: lambda e: SwapColours(game_id=e.game_id, reason=e.reason),
    HandicapSet: lambda e: SetHandicap(game_id=e.game_id, handicap=e.handicap, komi=e.komi, reason=e.reason),
}


def check_allowed(event: Any, before: Tournament, words: Words, place: Place, report: Report) -> None:
    """Add a fault where the command that leads to an event would have been refused."""
    if isinstance(event, ResultRecorded) and event.automatic:
        _check_default(event, before, words, place, report)
    elif type(event) in COMMANDS:
        report.checked["events that commands led to"] += 1
        with report.reading(place):
            COMMANDS[type(event)](event).decide(before)


def _check_default(
    event: ResultRecorded, before: Tournament, words: Words, place: Place, report: Report
) -> None:
    """Compare a result that counts because somebody was not there."""
    _, pair = before.round(event.round), before.round(event.round).pairs[event.game_id]
    black, white = (before.entries[one].present_in(event.round) for one in pair.players)
    winner = Winner.BLACK if black else Winner.WHITE if white else Winner.NEITHER
    due = words.result(Result(winner=winner, by_default=True)) if not (black and white) else "no default"
    report.compare(place, "Result by default of somebody absent", words.result(event.result), due)
