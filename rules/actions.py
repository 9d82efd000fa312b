"""What a player can do, and the same as plain data: ``{"do": NAME}`` with the fields of the class beside it.

| action | data |
|---|---|
| ``Play(color, at)`` | ``{"do": "play", "color": "b", "at": "D4"}`` |
| ``Pass(color)`` | ``{"do": "pass", "color": "w"}`` |
| ``Resume(color, modified_ko)`` | ``{"do": "resume", "color": "b"}``: what has a default may be left out |
| ``AgreeDead(points)`` | ``{"do": "agree_dead", "points": ["A1", "B1"]}`` |
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from rules.point import Color, as_tuple


@dataclass(frozen=True, slots=True)
class Play:
    """A stone on a vertex. Whether the vertex exists is for the game to say."""

    color: Color
    at: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a stone."""

    color: Color


@dataclass(frozen=True, slots=True)
class TakeButton:
    """A turn without a stone that is no pass: the button is taken, once in a game."""

    color: Color


@dataclass(frozen=True, slots=True)
class ChallengeKo:
    """A pass for one ko recapture (002, modified ko; pass-for-ko in hypothetical play)."""

    color: Color
    at: str


@dataclass(frozen=True, slots=True)
class GiveStone:
    """In a capture phase, the owner's answer without a stone on the board (000)."""

    color: Color


@dataclass(frozen=True, slots=True)
class Delay:
    """One prisoner from the own bowl goes back (004 rule 6)."""

    color: Color


@dataclass(frozen=True, slots=True)
class UltimateDelay:
    """The ultimate prisoner goes back, once (004 rules 6 and 8)."""

    color: Color


@dataclass(frozen=True, slots=True)
class DeclareDraw:
    """Using a draw right (004), claiming a draw (002) or no result (000) on a third occurrence."""

    color: Color


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """That the game has no winner, a draw (002) or no result on a cycle: one player offers, or accepts.

    ``color`` None: both say so at once.
    """

    color: Color | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Giving the game up, on either player's turn."""

    color: Color


@dataclass(frozen=True, slots=True)
class Resume:
    """A stopped game goes on: who asks for it (None: both, who differ on the order), under which ko rules.

    Also the other player's request for modified ko, before the first move of a continuation (002).
    """

    color: Color | None = None
    modified_ko: bool = False


@dataclass(frozen=True, slots=True)
class MarkDead:
    """The strings that one player takes for dead in a stopped game; replaces what they marked before."""

    color: Color
    points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Accept:
    """One player leaves the stopped game as it is marked; once both do, it is counted."""

    color: Color


@dataclass(frozen=True, slots=True)
class AgreeDead:
    """Both players agree which points or strings are dead, and that the game ends.

    Any set of points; order and repeats do not matter.
    """

    points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Claim:
    """One player says of strings that they can, or cannot, be captured (000, 002 territory, Japanese)."""

    color: Color
    points: tuple[str, ...]
    capturable: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Confirm:
    """A confirmation sequence begins for the claim of that number, counted from 0."""

    color: Color
    claim: int = 0
    modified_ko: bool = False


@dataclass(frozen=True, slots=True)
class Concede:
    """One player gives up their side of the question that is being played out."""

    color: Color


@dataclass(frozen=True, slots=True)
class Penalise:
    """A referee records an illegal move of the player to move (003 rule 8)."""

    color: Color


Action = (
    Play
    | Pass
    | TakeButton
    | ChallengeKo
    | GiveStone
    | Delay
    | UltimateDelay
    | DeclareDraw
    | AgreeDraw
    | Resign
    | Resume
    | MarkDead
    | Accept
    | AgreeDead
    | Claim
    | Confirm
    | Concede
    | Penalise
)
_Kind = type[Action]


def _name(kind: type[object]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


ACTIONS: Mapping[str, _Kind] = {_name(kind): kind for kind in Action.__args__}
"""Every action by the name that its data has under "do"."""


def to_data(action: Action) -> dict[str, object]:
    """An action as JSON data, as in the table above, every field written; ValueError for what is none."""
    if not isinstance(action, Action):
        raise ValueError(f"not an action: {action!r}")  # noqa: TRY004  # as for any other value
    data: dict[str, object] = {"do": _name(type(action))}
    for field in fields(action):
        value = getattr(action, field.name)
        data[field.name] = list(value) if isinstance(value, tuple) else value and _plain(value)
    return data


def from_data(data: Mapping[str, object]) -> Action:
    """An action from its data; ValueError where it is none. No board is known here: points go unchecked."""
    if not isinstance(data, Mapping):
        raise ValueError(f"not an action: {data!r}")  # noqa: TRY004  # as for any other value
    given = dict(data)
    kind = ACTIONS.get(str(given.pop("do", None)))
    if kind is None:
        raise ValueError(f"not an action: {data!r}; do is one of {', '.join(ACTIONS)}")
    shape = {field.name: field for field in fields(kind)}
    missing = [name for name, field in shape.items() if field.default is MISSING and name not in given]
    if missing or given.keys() - shape.keys():
        raise ValueError(f"not an action: {data!r}; {data['do']} has {', '.join(shape) or 'nothing'}")
    read: dict[str, Any] = {name: _READ[name](value, data) for name, value in given.items()}
    return kind(**read)


def _plain(value: object) -> object:
    return value.value if isinstance(value, Color) else value


def _wrong(data: object) -> ValueError:
    return ValueError(f"not an action: {data!r}")


def _color(value: object, data: Mapping[str, object]) -> Color | None:
    if value is None and data["do"] in ("resume", "agree_draw"):
        return None
    if not isinstance(value, str) or value not in list(Color):
        raise _wrong(data)
    return Color(value)


def _at(value: object, data: object) -> str:
    if not isinstance(value, str):
        raise _wrong(data)
    return value


def _points(value: object, data: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(at, str) for at in value):
        raise _wrong(data)
    return tuple(value)


def _flag(value: object, data: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong(data)
    return value


def _number(value: object, data: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(data)
    return value


_READ: Mapping[str, Callable[[object, Mapping[str, object]], object]] = {
    "color": _color,
    "at": _at,
    "points": _points,
    "capturable": _flag,
    "modified_ko": _flag,
    "claim": _number,
}
