"""Rows of games that are ahead of the game's stream, and the state that such a row shows. Pure.

A change of komi that does not change the winner of a counted game updates the row of the game but stores no
event in its stream: the event of the change in the tournament's stream is enough (``tournaments.limits``).
Until the next event in the game's own stream, which brings the new terms, the row is authoritative.
``loading`` returns the state of the row, and ``projection`` never sets a row back.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from games.game.deciding import proved_end, terms_of
from games.game.evolving import evolve, fold_all
from games.game.state import GameState


class RowTerms(Protocol):
    """The columns of a row that name the terms under which the game was last judged."""

    ruleset: str
    limits: int


def lacking_events(state: GameState, row: RowTerms) -> Sequence[object]:
    """Return the events that the stream (folded to ``state``) lacks if the row is ahead; usually none."""
    if row.limits <= state.limits:
        return ()
    terms = replace(terms_of(state), ruleset=row.ruleset, limits=row.limits)
    end = proved_end(evolve(terms, state))
    return (terms, end) if end else (terms,)


def state_of_row(state: GameState, row: RowTerms) -> GameState:
    """Return the state that the row shows."""
    return fold_all(state, lacking_events(state, row))


def keeps_end(before: GameState | None, state: GameState) -> bool:
    """Return whether an event left the end of the game unchanged. Only then can its row be ahead."""
    return before is not None and state.end is not None and state.end is before.end
