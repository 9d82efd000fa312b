"""The mapping between actions of players and the events that record them. Pure.

An event has the same fields as its action. Colours become letters; points become vertices in upper case,
without duplicates and in the order of the board.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from games.game import events as e
from rules import actions as a
from rules import parse_vertex
from rules.point import Color

Action = a.Action

EVENTS: Mapping[type[Action], type] = {
    a.Play: e.StonePlayed,
    a.Pass: e.Passed,
    a.TakeButton: e.ButtonTaken,
    a.ChallengeKo: e.KoChallenged,
    a.GiveStone: e.StoneGiven,
    a.Delay: e.Delayed,
    a.UltimateDelay: e.UltimatelyDelayed,
    a.DeclareDraw: e.DrawDeclared,
    a.AgreeDraw: e.DrawAgreed,
    a.Resign: e.Resigned,
    a.Resume: e.Resumed,
    a.MarkDead: e.DeadMarked,
    a.Accept: e.Accepted,
    a.AgreeDead: e.DeadAgreed,
    a.Claim: e.Claimed,
    a.Confirm: e.ConfirmationBegun,
    a.Concede: e.Conceded,
    a.Penalise: e.Penalised,
}
"""The event that records each action."""

ACTIONS: Mapping[type, type[Action]] = {event: action for action, event in EVENTS.items()}
"""The action that each event records."""


def event_of(action: Action) -> Any:
    """Return the event that records an action."""
    values = {name: _TO_EVENT.get(name, _identity)(getattr(action, name)) for name in _FIELDS[type(action)]}
    return EVENTS[type(action)](**values)


def action_of(event: object) -> Action:
    """Return the action that an event records. Raises KeyError for an event that records no action."""
    kind = ACTIONS[type(event)]
    values = {name: _FROM_EVENT.get(name, _identity)(getattr(event, name)) for name in _FIELDS[kind]}
    return kind(**values)


def points_of(action: Action) -> tuple[str, ...]:
    """Return the points of an action as they were sent."""
    at = getattr(action, "at", None)
    points: tuple[str, ...] = getattr(action, "points", ()) if at is None else (at,)
    return points


def normalise_vertex(at: str) -> str:
    """Return a vertex as the engine writes it, or invalid text unchanged for the engine to refuse."""
    try:
        parse_vertex(at)
    except ValueError:
        return at
    return at.upper()


def _normalise_vertices(points: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({normalise_vertex(at) for at in points}, key=_board_order))


def _board_order(at: str) -> tuple[int, int, str]:
    try:
        column, row = parse_vertex(at)
    except ValueError:
        return -1, -1, at
    return row, column, at


def _letter(color: Color | None) -> str | None:
    return None if color is None else Color(color).value


def _color(letter: str | None) -> Color | None:
    return None if letter is None else Color(letter)


def _identity(value: Any) -> Any:
    return value


_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in EVENTS}
_TO_EVENT: Mapping[str, Callable[[Any], Any]] = {
    "color": _letter,
    "at": normalise_vertex,
    "points": _normalise_vertices,
}
_FROM_EVENT: Mapping[str, Callable[[Any], Any]] = {"color": _color}
