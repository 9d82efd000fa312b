"""Actions of players and the events that record them: one table, read both ways. Pure.

The fields of an event are named as those of its action; colours become letters, points vertices as the board
spells them, each once and in the order of the board.
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
    """The event that records an action."""
    told = {name: _TOLD.get(name, _same)(getattr(action, name)) for name in _NAMES[type(action)]}
    return EVENTS[type(action)](**told)


def action_of(event: object) -> Action:
    """The action that an event records; KeyError for an event that records none."""
    kind = ACTIONS[type(event)]
    meant = {name: _MEANT.get(name, _same)(getattr(event, name)) for name in _NAMES[kind]}
    return kind(**meant)


def points_of(action: Action) -> tuple[str, ...]:
    """The points that an action names, as they were sent."""
    at = getattr(action, "at", None)
    points: tuple[str, ...] = getattr(action, "points", ()) if at is None else (at,)
    return points


def vertex(at: str) -> str:
    """A vertex as the engine writes it; what is none stays as it is, for the engine to refuse."""
    try:
        parse_vertex(at)
    except ValueError:
        return at
    return at.upper()


def _vertices(points: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({vertex(at) for at in points}, key=_place))


def _place(at: str) -> tuple[int, int, str]:
    try:
        column, row = parse_vertex(at)
    except ValueError:
        return -1, -1, at
    return row, column, at


def _letter(color: Color | None) -> str | None:
    return None if color is None else Color(color).value


def _color(letter: str | None) -> Color | None:
    return None if letter is None else Color(letter)


def _same(value: Any) -> Any:
    return value


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in EVENTS}
_TOLD: Mapping[str, Callable[[Any], Any]] = {"color": _letter, "at": vertex, "points": _vertices}
_MEANT: Mapping[str, Callable[[Any], Any]] = {"color": _color}
