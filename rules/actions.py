"""The actions of players, and their form as plain data: ``{"do": NAME}`` with the fields of the class."""

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from rules.point import Color, as_tuple


@dataclass(frozen=True, slots=True)
class Play:
    """A stone on a vertex. The game checks whether the vertex exists."""

    color: Color
    at: str


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a stone."""

    color: Color


@dataclass(frozen=True, slots=True)
class TakeButton:
    """The taking of the button, once in a game: a turn without a stone that is not a pass."""

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
    """The return of one prisoner from the player's bowl (004 rule 6)."""

    color: Color


@dataclass(frozen=True, slots=True)
class UltimateDelay:
    """The return of the ultimate prisoner, once in a game (004 rules 6 and 8)."""

    color: Color


@dataclass(frozen=True, slots=True)
class DeclareDraw:
    """A draw by draw right (004), or the claim of a draw or of no result.

    A claim needs a third occurrence: of a draw under 002, of no result under 000.
    """

    color: Color


@dataclass(frozen=True, slots=True)
class AgreeDraw:
    """The agreement that nobody wins, a draw (002) or no result on a cycle: one player offers or accepts.

    ``color`` None: both players agree at once.
    """

    color: Color | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """The resignation of a player, on either player's turn."""

    color: Color


@dataclass(frozen=True, slots=True)
class Resume:
    """The request to continue a stopped game.

    ``color``: who asks, None for both, who differ on the order; ``modified_ko``: under modified ko. Also the
    other player's request for modified ko before the first move of a continuation (002).
    """

    color: Color | None = None
    modified_ko: bool = False


@dataclass(frozen=True, slots=True)
class MarkDead:
    """The strings that one player considers dead in a stopped game; replaces the player's earlier marks."""

    color: Color
    points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Accept:
    """One player accepts the marks of a stopped game; once both have, it is counted."""

    color: Color


@dataclass(frozen=True, slots=True)
class AgreeDead:
    """The agreement of both players on dead points or strings, which ends the game.

    Any set of points; order and repeats do not matter.
    """

    points: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a player that strings can, or cannot, be captured (000, 002 territory, Japanese)."""

    color: Color
    points: tuple[str, ...]
    capturable: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_tuple(self.points, "a list of points"))


@dataclass(frozen=True, slots=True)
class Confirm:
    """The beginning of a confirmation sequence for the claim of that number, counted from 0."""

    color: Color
    claim: int = 0
    modified_ko: bool = False


@dataclass(frozen=True, slots=True)
class Concede:
    """A player gives up the question that is being played out."""

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
    """Return an action as JSON data with every field. Raises ValueError for anything else."""
    if not isinstance(action, Action):
        raise ValueError(f"not an action: {action!r}")  # noqa: TRY004  # as for any other value
    data: dict[str, object] = {"do": _name(type(action))}
    for field in fields(action):
        value = getattr(action, field.name)
        data[field.name] = list(value) if isinstance(value, tuple) else value and _plain(value)
    return data


def from_data(data: Mapping[str, object]) -> Action:
    """Return an action from its data.

    Raises ValueError for invalid data; points are not checked against a board.
    """
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
