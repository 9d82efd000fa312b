"""The events of a tournament, one after the other: laws, pairings and rulings checked on the way."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from games.claims.claim import Claim
from games.claims.claim import fold as fold_claim
from games.game.events import GameWithdrawn
from games.log import wire
from tournaments.checking.laws import check_allowed
from tournaments.checking.pairings import Paired, check_pairing, check_proved
from tournaments.checking.places import Words, of_round
from tournaments.checking.reading import Bundle, Line
from tournaments.checking.report import Place, Report
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing.pairing import MATCHING
from tournaments.domain.base import fold
from tournaments.domain.consequences import for_games
from tournaments.domain.optimum import PairingProved
from tournaments.domain.results import ResultRecorded
from tournaments.domain.rounds import RoundPaired
from tournaments.domain.rulings import ResultRuled
from tournaments.state.tournament import Tournament

TERMS_CHANGED = "game.terms-changed.v1"
MOST_ROUNDS, LARGEST_BOARD = 1_000, 52  # a bundle that states more is made to take memory


@dataclass(slots=True, kw_only=True)
class Walk:
    """A tournament after all events that the bundle tells, and what games and claims are held against.

    ``told_games``: by game, the events that its stream owes to the tournament, with their commands;
    ``at_terms``: the tournament when terms of a game changed, by the position of that event; ``recorded``: by
    command and game, results that were recorded; ``most_claims``: the most that a player might ever make.
    """

    words: Words
    state: Tournament = field(default_factory=Tournament)
    hidden: bool = False
    told_games: dict[str, list[tuple[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    at_terms: dict[int, Tournament] = field(default_factory=dict)
    recorded: dict[tuple[str, str], Result] = field(default_factory=dict)
    most_claims: int = 0
    matchings: dict[str, RoundPaired] = field(default_factory=dict)

    def place(self, game_id: str, position: int = 0) -> Place:
        return self.words.game(self.state, game_id, position)


def walk(bundle: Bundle, words: Words, report: Report) -> Walk:
    """Fold the tournament's stream."""
    done = Walk(words=words)
    waiting = _positions_of_terms(bundle)
    for line in bundle.own:
        while waiting and waiting[-1] < line.position:
            done.at_terms[waiting.pop()] = done.state
        _take(bundle, line, done, report)
    done.at_terms |= dict.fromkeys(waiting, done.state)
    return done


def _positions_of_terms(bundle: Bundle) -> list[int]:
    """The last first."""
    games = (lines for stream, lines in bundle.streams.items() if stream.startswith("game-"))
    return sorted(
        (line.position for lines in games for line in lines if line.kind == TERMS_CHANGED), reverse=True
    )


def _take(bundle: Bundle, line: Line, done: Walk, report: Report) -> None:
    place = Place(title="The tournament", position=line.position)
    if line.data is None:
        done.hidden = True
        report.unchecked["events of the tournament that are not public"] += 1
        return
    with report.reading(place):
        event = bundle.event(line)
        if isinstance(event, wire.Unknown):
            report.unchecked[f"events of a kind that is not known here: {event.kind}"] += 1
            return
        _check(bundle, line, event, done, report)
        for game_id, told in _told_games(done.state, event):
            done.told_games[game_id].append((line.command, told))
        after = fold(done.state, event)
        if after.settings.rounds > MOST_ROUNDS or after.settings.board_size > LARGEST_BOARD:
            raise ValueError("no tournament has so many rounds, or so large a board")
        done.state = after
        done.most_claims = max(done.most_claims, done.state.settings.claims.per_player)


def _check(bundle: Bundle, line: Line, event: Any, done: Walk, report: Report) -> None:
    before, words = done.state, done.words
    game_id, number = getattr(event, "game_id", ""), getattr(event, "round", 0)
    place = of_round(number, line.position, getattr(event, "group", ""))
    if game_id and before.pair_of(game_id):
        place = words.game(before, game_id, line.position)
    check_allowed(event, before, words, place, report)
    if isinstance(event, RoundPaired):
        check_pairing(Paired(event=event, before=before, place=place, hidden=done.hidden), words, report)
        if event.method == MATCHING:
            done.matchings[event.inputs_digest] = event
    elif isinstance(event, PairingProved):
        check_proved(event, done.matchings, place, report)
    elif isinstance(event, ResultRecorded):
        done.recorded[line.command, game_id] = event.result
    elif isinstance(event, ResultRuled):
        _check_ruled(bundle, line, event, place, words, report)


def _check_ruled(
    bundle: Bundle, line: Line, event: ResultRuled, place: Place, words: Words, report: Report
) -> None:
    """Compare a result with the ruling in force that it names."""
    events = bundle.events(f"claim-{event.claim_id}")
    if events is None:
        report.unchecked["rulings whose claim is not public"] += 1
        return
    claim = folded(one for told, one in events if told.position < line.position)
    remedy = claim.remedy if claim else None
    if remedy is None or claim is None or claim.game_id != event.game_id:
        report.fault(place, f"No ruling on claim {event.claim_id} was in force for this game.")
    elif remedy.result:
        due = Result(winner=Winner(remedy.result), by_default=remedy.by_default)
        report.compare(place, "Result of the ruling", words.result(event.result), words.result(due))


def folded(events: Any) -> Claim | None:
    """Return the claim after its events."""
    return reduce(fold_claim, events, None)


def _told_games(before: Tournament, event: Any) -> Sequence[tuple[str, Any]]:
    """Events that streams of games owe to an event of the tournament."""
    told = for_games(before, [event])
    return [
        *((one.game_id, one) for one in told.opened),
        *told.changed,
        *((game_id, GameWithdrawn(reason=reason)) for game_id, reason in told.withdrawn),
    ]


def digests_of(bundle: Bundle) -> Mapping[tuple[str, int], str]:
    """Return the digest of every event of a game, by stream and version."""
    return {
        (stream, line.version): line.digest
        for stream, lines in bundle.streams.items()
        if stream.startswith("game-")
        for line in lines
    }
