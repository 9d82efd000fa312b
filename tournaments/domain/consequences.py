"""Consequences of a tournament's events for the games of its pairs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.game.events import GameOpened, TermsChanged
from tournaments.domain.base import fold
from tournaments.domain.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade
from tournaments.domain.rounds import RoundPaired, RoundUnpaired
from tournaments.state.limits import ruleset_with_komi
from tournaments.state.tournament import Pair, Tournament

GAME_EVENTS = (
    RoundPaired,
    PairMadeByHand,
    ColoursSwapped,
    HandicapSet,
    PairUnmade,
    RoundUnpaired,
)


@dataclass(slots=True)
class GameConsequences:
    """Games to open, games whose terms changed (id and terms), games to withdraw (id and reason).

    A change of limits has no consequences here: ``limits.rescoring`` judges the games one by one.
    """

    opened: list[GameOpened] = field(default_factory=list)
    changed: list[tuple[str, TermsChanged]] = field(default_factory=list)
    withdrawn: list[tuple[str, str]] = field(default_factory=list)


def consequences_for_games(state: Tournament, events: Sequence[object]) -> GameConsequences:
    """Return the consequences of ``events``, which follow ``state``, for games."""
    consequences = GameConsequences()
    if not any(isinstance(event, GAME_EVENTS) for event in events):
        return consequences
    for event in events:
        before, state = state, fold(state, event)
        if isinstance(event, RoundPaired):
            consequences.opened += [
                _opening_event(state, state.round(event.round).pairs[p.game_id]) for p in event.pairs
            ]
        elif isinstance(event, PairMadeByHand):
            consequences.opened.append(
                _opening_event(state, state.round(event.round).pairs[event.pair.game_id])
            )
        elif isinstance(event, ColoursSwapped | HandicapSet):
            pair = state.round(event.round).pairs[event.game_id]
            consequences.changed.append((pair.game_id, terms_of(state, pair, state.ruleset)))
        elif isinstance(event, PairUnmade):
            consequences.withdrawn.append((event.game_id, event.reason))
        elif isinstance(event, RoundUnpaired):
            consequences.withdrawn += [(game_id, event.reason) for game_id in before.round(event.round).pairs]
    return consequences


def terms_of(state: Tournament, pair: Pair, ruleset: str) -> TermsChanged:
    """Return the terms of a pair's game, which has this ruleset, under the current limits."""
    return TermsChanged(
        ruleset=ruleset_with_komi(state.limits.apply_to(ruleset), pair.komi),
        handicap=pair.handicap,
        black=pair.black if pair.colours_known else "",
        white=pair.white if pair.colours_known else "",
        length=state.limits.turns,
        limits=state.limits_number,
    )


def _opening_event(state: Tournament, pair: Pair) -> GameOpened:
    agreed = terms_of(state, pair, state.ruleset)
    return GameOpened(
        game_id=pair.game_id,
        context=state.id,
        ruleset=agreed.ruleset,
        width=state.settings.board_size,
        height=state.settings.board_size,
        handicap=agreed.handicap,
        black=agreed.black,
        white=agreed.white,
        length=agreed.length,
        limits=agreed.limits,
    )
