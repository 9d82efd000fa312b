"""Replay the events of a tournament, and check its commands, pairings and rulings on the way."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from typing import Any

from games.claims.claim import Claim
from games.claims.claim import fold as fold_claim
from games.game.events import GameWithdrawn
from games.log import wire
from tournaments.checking.pairings import PairingEvent, check_optimum_proof, check_pairing
from tournaments.checking.reading import Bundle, Line
from tournaments.checking.report import Place, Report, Words, round_title
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing.pairing import MATCHING
from tournaments.domain.base import Command, fold
from tournaments.domain.consequences import consequences_for_games
from tournaments.domain.pairing_proof import PairingProved
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
from tournaments.domain.rulings import ResultRuled
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


def check_command(event: Any, before: Tournament, words: Words, place: Place, report: Report) -> None:
    """Add a fault if the command that leads to an event would have been refused."""
    if isinstance(event, ResultRecorded) and event.automatic:
        _check_default(event, before, words, place, report)
    elif type(event) in COMMANDS:
        report.checked["events that commands led to"] += 1
        with report.reading(place):
            COMMANDS[type(event)](event).decide(before)


def _check_default(
    event: ResultRecorded, before: Tournament, words: Words, place: Place, report: Report
) -> None:
    """Compare a result by default of an absent player."""
    _, pair = before.round(event.round), before.round(event.round).pairs[event.game_id]
    black, white = (before.entries[one].present_in(event.round) for one in pair.players)
    winner = Winner.BLACK if black else Winner.WHITE if white else Winner.NEITHER
    expected = words.result(Result(winner=winner, by_default=True)) if not (black and white) else "no default"
    report.compare(place, "Result by default of an absent player", words.result(event.result), expected)


TERMS_CHANGED = "game.terms-changed.v1"
MOST_ROUNDS, LARGEST_BOARD = 1_000, 52  # limits the memory that a bundle can make the check use


@dataclass(slots=True, kw_only=True)
class Replay:
    """A tournament after its public events, and the facts that games and claims are checked against.

    ``expected_events``: by game, the events that its stream must have, with their commands;
    ``at_terms``: the tournament when terms of a game changed, by the position of that event; ``recorded``: by
    command and game, results that were recorded; ``most_claims``: the most that a player might ever make.
    """

    words: Words
    state: Tournament = field(default_factory=Tournament)
    hidden: bool = False
    expected_events: dict[str, list[tuple[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    at_terms: dict[int, Tournament] = field(default_factory=dict)
    recorded: dict[tuple[str, str], Result] = field(default_factory=dict)
    most_claims: int = 0
    matchings: dict[str, RoundPaired] = field(default_factory=dict)

    def place(self, game_id: str, position: int = 0) -> Place:
        return self.words.game(self.state, game_id, position)


def replay_tournament(bundle: Bundle, words: Words, report: Report) -> Replay:
    """Replay the events of the tournament, and report faults."""
    replay = Replay(words=words)
    waiting = _positions_of_terms(bundle)
    for line in bundle.tournament_events:
        while waiting and waiting[-1] < line.position:
            replay.at_terms[waiting.pop()] = replay.state
        _replay_event(bundle, line, replay, report)
    replay.at_terms |= dict.fromkeys(waiting, replay.state)
    return replay


def _positions_of_terms(bundle: Bundle) -> list[int]:
    """Return the positions at which terms of games changed, last first."""
    games = (lines for stream, lines in bundle.streams.items() if stream.startswith("game-"))
    return sorted(
        (line.position for lines in games for line in lines if line.kind == TERMS_CHANGED), reverse=True
    )


def _replay_event(bundle: Bundle, line: Line, replay: Replay, report: Report) -> None:
    place = Place(title="The tournament", position=line.position)
    if line.data is None:
        replay.hidden = True
        report.unchecked["events of the tournament that are not public"] += 1
        return
    with report.reading(place):
        event = bundle.event(line)
        if isinstance(event, wire.Unknown):
            report.unchecked[f"events of a kind that is not known here: {event.kind}"] += 1
            return
        _check_event(bundle, line, event, replay, report)
        for game_id, owed in _game_events(replay.state, event):
            replay.expected_events[game_id].append((line.command, owed))
        after = fold(replay.state, event)
        if after.settings.rounds > MOST_ROUNDS or after.settings.board_size > LARGEST_BOARD:
            raise ValueError("no tournament has so many rounds, or so large a board")
        replay.state = after
        replay.most_claims = max(replay.most_claims, replay.state.settings.claims.per_player)


def _check_event(bundle: Bundle, line: Line, event: Any, replay: Replay, report: Report) -> None:
    before, words = replay.state, replay.words
    game_id, number = getattr(event, "game_id", ""), getattr(event, "round", 0)
    place = round_title(number, line.position, getattr(event, "group", ""))
    if game_id and before.pair_of(game_id):
        place = words.game(before, game_id, line.position)
    check_command(event, before, words, place, report)
    if isinstance(event, RoundPaired):
        check_pairing(
            PairingEvent(event=event, before=before, place=place, hidden=replay.hidden), words, report
        )
        if event.method == MATCHING:
            replay.matchings[event.inputs_digest] = event
    elif isinstance(event, PairingProved):
        check_optimum_proof(event, replay.matchings, place, report)
    elif isinstance(event, ResultRecorded):
        replay.recorded[line.command, game_id] = event.result
    elif isinstance(event, ResultRuled):
        _check_ruling(bundle, line, event, place, words, report)


def _check_ruling(
    bundle: Bundle, line: Line, event: ResultRuled, place: Place, words: Words, report: Report
) -> None:
    """Compare a result with the ruling in force to which it refers."""
    events = bundle.events(f"claim-{event.claim_id}")
    if events is None:
        report.unchecked["rulings whose claim is not public"] += 1
        return
    claim = claim_after(one for earlier, one in events if earlier.position < line.position)
    remedy = claim.remedy if claim else None
    if remedy is None or claim is None or claim.game_id != event.game_id:
        report.fault(place, f"No ruling on claim {event.claim_id} was in force for this game.")
    elif remedy.result:
        expected = Result(winner=Winner(remedy.result), by_default=remedy.by_default)
        report.compare(place, "Result of the ruling", words.result(event.result), words.result(expected))


def claim_after(events: Any) -> Claim | None:
    """Return the claim after its events."""
    return reduce(fold_claim, events, None)


def _game_events(before: Tournament, event: Any) -> Sequence[tuple[str, Any]]:
    """Return the events that an event of the tournament requires in the streams of games."""
    expected = consequences_for_games(before, [event])
    return [
        *((one.game_id, one) for one in expected.opened),
        *expected.changed,
        *((game_id, GameWithdrawn(reason=reason)) for game_id, reason in expected.withdrawn),
    ]


def digests_of(bundle: Bundle) -> Mapping[tuple[str, int], str]:
    """Return the digest of every event of a game, by stream and version."""
    return {
        (stream, line.version): line.digest
        for stream, lines in bundle.streams.items()
        if stream.startswith("game-")
        for line in lines
    }
