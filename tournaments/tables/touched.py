"""Which rows an event changes, besides the tournament's own and those of entries: as its class declares."""

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.domain.declarations import NotApplicable, Rows, declaration_of
from tournaments.state.tournament import Tournament

Touched = tuple[str, Any]
"""A kind of row, and which: "round" and "pairs" (all of a round) by number, "pair" by number and game."""


def touches(event: Any, state: Tournament) -> list[Touched]:
    """Which rows ``event`` changes; ``state``: after it. Raises TypeError for no event of a tournament."""
    rows = declaration_of(type(event)).rows
    return (
        []
        if isinstance(rows, NotApplicable)
        else [row for kind in rows for row in TOUCHED[kind](event, state)]
    )


def _later_rounds(event: Any, state: Tournament) -> list[Touched]:
    return [("round", number) for number in state.rounds if number > event.round]


def _rounds_with_deadlines(event: Any, state: Tournament) -> list[Touched]:
    return [] if event.limits.claim_minutes is None else [("round", number) for number in state.rounds]


TOUCHED: Mapping[Rows, Callable[[Any, Tournament], list[Touched]]] = {
    Rows.ROUND: lambda event, _: [("round", event.round)],
    Rows.PAIRS: lambda event, _: [("pairs", event.round)],
    Rows.PAIR: lambda event, _: [("pair", (event.round, event.game_id))],
    Rows.LATER_ROUNDS: _later_rounds,
    Rows.DEADLINES: _rounds_with_deadlines,
}
