"""One game: how each of its events changes its state. Pure.

``fold(state, event)`` never refuses: history is what happened. What a game's own stream folds to can lag
behind what is true of the game (``catching_up``), so that nobody but the modules of this room that know it
imports this one; a contract holds that, and ``loading`` answers everybody else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce, singledispatch

from games.game import acting
from games.game import events as e
from games.game.state import GameState, Line, start, with_actions
from games.log.wire import Unknown
from rules import Action


def fold(state: GameState | None, event: object) -> GameState | None:
    """The state after ``event``; None before the game is opened."""
    if isinstance(event, e.GameOpened):
        return _opened(event)
    return None if state is None else evolve(event, state)


def fold_all(state: GameState, events: Iterable[object]) -> GameState:
    """The state of an opened game after several events."""
    return reduce(lambda now, event: evolve(event, now), events, state)


def _opened(event: e.GameOpened) -> GameState:
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
    """The state of an opened game after ``event``. Raises TypeError for what is no event of a game."""
    raise TypeError(f"no game changes by {type(event).__name__}")


@evolve.register
def evolve_unknown(event: Unknown, state: GameState) -> GameState:
    """A later program wrote it: history is never rejected."""
    return state


@evolve.register
def evolve_game_opened(event: e.GameOpened, state: GameState) -> GameState:
    """A game is opened once; ``fold`` begins with it."""
    return _opened(event)


def _act(event: object, state: GameState) -> GameState:
    return with_actions(state, [acting.action_of(event)])


for _kind in acting.ACTIONS:
    evolve.register(_kind)(_act)


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
    return _replayed(terms, state.actions)


@evolve.register
def evolve_game_withdrawn(event: e.GameWithdrawn, state: GameState) -> GameState:
    return replace(state, withdrawn=True)


@evolve.register
def evolve_position_set_up(event: e.PositionSetUp, state: GameState) -> GameState:
    return _replayed(replace(state, set_up=event), state.actions)


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
    )


@evolve.register
def evolve_record_withdrawn(event: e.RecordWithdrawn, state: GameState) -> GameState:
    return _replayed(replace(state, set_up=None, record=None, intact=0, end=None), ())


def _replayed(state: GameState, actions: Sequence[Action]) -> GameState:
    game = start(state.ruleset, state.width, state.height, state.handicap, state.set_up)
    begun = replace(state, line=Line(None, None, game), game=game, turns=0, illegal=None)
    return with_actions(begun, actions)
