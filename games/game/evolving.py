"""How each event of a game changes its state. Pure.

``fold(state, event)`` never refuses: stored events are history. The state that a game's own stream folds to
can be behind its row (``catching_up``). Therefore an import contract names the modules that may import this
one; all others get the state from ``loading``.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce, singledispatch

from games.game import action_events
from games.game import events as e
from games.game.state import GameState, Line, exchange_turns, start, with_actions
from games.log.wire import Unknown
from rules import Action


def fold(state: GameState | None, event: object) -> GameState | None:
    """Return the state after ``event``, or None before the game is opened."""
    if isinstance(event, e.GameOpened):
        return _initial_state(event)
    return None if state is None else evolve(event, state)


def fold_all(state: GameState, events: Iterable[object]) -> GameState:
    """Return the state of an opened game after several events."""
    return reduce(lambda now, event: evolve(event, now), events, state)


def _initial_state(event: e.GameOpened) -> GameState:
    game = start(event.ruleset, event.width, event.height, event.handicap)
    return GameState(
        game_id=event.game_id,
        context=event.context,
        ruleset=event.ruleset,
        width=event.width,
        height=event.height,
        handicap=event.handicap,
        black=event.black,
        white=event.white,
        line=Line(None, None, game),
        game=game,
        length=event.length,
        limits=event.limits,
    )


@singledispatch
def evolve(event: object, state: GameState) -> GameState:
    """Return the state of an opened game after ``event``. Raises TypeError for other kinds of event."""
    raise TypeError(f"no game changes by {type(event).__name__}")


@evolve.register
def evolve_unknown(event: Unknown, state: GameState) -> GameState:
    """Ignore an event of a later version of the program: history is never rejected."""
    return state


@evolve.register
def evolve_game_opened(event: e.GameOpened, state: GameState) -> GameState:
    """Start the game. ``fold`` handles the first ``GameOpened``; the log has only one for a game."""
    return _initial_state(event)


def _evolve_action(event: object, state: GameState) -> GameState:
    after = with_actions(state, [action_events.action_of(event)])
    by_other = getattr(event, "by", "")
    return replace(after, turns_by_other=after.turns_by_other | {after.turns}) if by_other else after


for _kind in action_events.ACTIONS:
    evolve.register(_kind)(_evolve_action)


@evolve.register
def evolve_terms_changed(event: e.TermsChanged, state: GameState) -> GameState:
    terms = replace(
        state,
        ruleset=event.ruleset,
        handicap=event.handicap,
        black=event.black,
        white=event.white,
        length=event.length,
        limits=event.limits,
        end=None,
    )
    if state.turns and (event.black, event.white) == (state.white, state.black):
        turns = state.turns_by_other.union(exchange_turns(state.record, state.intact, state.turns))
        terms = replace(terms, turns_by_other=turns, exchanged=True)
    return _replay(terms, state.actions)


@evolve.register
def evolve_game_withdrawn(event: e.GameWithdrawn, state: GameState) -> GameState:
    return replace(state, withdrawn=True)


@evolve.register
def evolve_position_set_up(event: e.PositionSetUp, state: GameState) -> GameState:
    return _replay(replace(state, set_up=event), state.actions)


@evolve.register
def evolve_record_received(event: e.RecordReceived, state: GameState) -> GameState:
    return replace(state, record=event, intact=event.actions)


@evolve.register
def evolve_game_ended(event: e.GameEnded, state: GameState) -> GameState:
    return replace(state, end=event)


@evolve.register
def evolve_turns_taken_back(event: e.TurnsTakenBack, state: GameState) -> GameState:
    line = state.line_at(event.to_turn)
    illegal = state.illegal if state.illegal and state.illegal.turn <= event.to_turn else None
    return replace(
        state,
        line=line,
        game=line.game or state.game,
        turns=event.to_turn,
        illegal=illegal,
        intact=min(state.intact, event.to_turn),
        end=None,
        turns_by_other=frozenset(turn for turn in state.turns_by_other if turn <= event.to_turn),
    )


@evolve.register
def evolve_record_withdrawn(event: e.RecordWithdrawn, state: GameState) -> GameState:
    blank = replace(
        state, set_up=None, record=None, intact=0, end=None, turns_by_other=frozenset(), exchanged=False
    )
    return _replay(blank, ())


def _replay(state: GameState, actions: Sequence[Action]) -> GameState:
    game = start(state.ruleset, state.width, state.height, state.handicap, state.set_up)
    begun = replace(state, line=Line(None, None, game), game=game, turns=0, illegal=None)
    return with_actions(begun, actions)
