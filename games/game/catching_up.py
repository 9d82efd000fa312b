"""A game's row that is ahead of its stream, and the state that goes with it. Pure.

Where another komi leaves the winner of a counted game, its row follows at once and its stream gets no event:
the change itself, in the stream of the tournament, says all there is to say (``tournaments.limits``). Until
the next event in its own stream, which brings the terms, the game is what its row says. ``loading`` answers
so; ``projection`` lets no row fall back.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from games.game.deciding import proved, terms_of
from games.game.evolving import evolve, fold_all
from games.game.state import GameState


class Judged(Protocol):
    """The columns of a row that say by what the game was last judged."""

    ruleset: str
    limits: int


def lacking_events(state: GameState, row: Judged) -> Sequence[object]:
    """What the stream, which folds to ``state``, lacks where the row is ahead of it; nothing for most."""
    if row.limits <= state.limits:
        return ()
    terms = replace(terms_of(state), ruleset=row.ruleset, limits=row.limits)
    end = proved(evolve(terms, state).game)
    return (terms, end) if end else (terms,)


def caught_up(state: GameState, row: Judged) -> GameState:
    """The state that the row is read from."""
    return fold_all(state, lacking_events(state, row))


def end_stands(before: GameState | None, state: GameState) -> bool:
    """Whether a game goes on with the very end that it had: the row of no other can be ahead."""
    return before is not None and state.end is not None and state.end is before.end
