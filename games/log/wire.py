"""Event classes and their stable names in the log.

``@wire("game.stone-played.v1")`` registers a frozen dataclass. Its fields may be str, int, int | float, bool,
None, dicts with string keys, tuples or lists, frozensets (stored sorted), StrEnums and dataclasses of these;
they are decoded by the type hints of the class. A field that was added later needs a default.

A name never changes and its meaning never does. What the log holds under an older name is lifted on reading,
step by step, by functions from data to data: ``@upcaster("game.stone-moved.v1", to="game.stone-played.v1")``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from typing import Any, TypeVar

from games.log import serialisation

E = TypeVar("E")
Data = dict[str, Any]
Lift = Callable[[Data], Data]

NAME = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+\.v[0-9]+")

_classes: dict[str, type] = {}
_kinds: dict[type, str] = {}
_lifts: dict[str, tuple[str, Lift]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """An event whose kind this program does not know, kept readable: history is never rejected."""

    kind: str
    data: Data


def wire(kind: str) -> Callable[[type[E]], type[E]]:
    """Class decorator: this frozen dataclass is stored as ``kind``. Raises ValueError for a name taken."""

    def register(cls: type[E]) -> type[E]:
        if not NAME.fullmatch(kind):
            raise ValueError(f"{kind!r} is not of the form room.what-happened.v1")
        if kind in _classes or kind in _lifts or cls in _kinds:
            raise ValueError(f"{kind} or {cls.__qualname__} is registered already")
        if not is_dataclass(cls):
            raise TypeError(f"{cls.__qualname__} is not a dataclass")
        _classes[kind], _kinds[cls] = cls, kind
        return cls

    return register


def upcaster(kind: str, *, to: str) -> Callable[[Lift], Lift]:
    """Function decorator: data stored as ``kind`` is read as ``to`` after this function."""

    def register(lift: Lift) -> Lift:
        if kind in _lifts or kind in _classes or kind in _chain(to):
            raise ValueError(f"{kind} is read already, or would lead back to itself")
        _lifts[kind] = (to, lift)
        return lift

    return register


def encode(event: object) -> tuple[str, Data]:
    """Kind and plain JSON data of a registered event.

    Raises TypeError or ValueError for anything else, and for data that could not be read back.
    """
    kind = _kinds.get(type(event))
    if kind is None:
        raise TypeError(f"{type(event).__qualname__} is not registered with @wire")
    data = serialisation.encode(event)
    serialisation.decode(type(event), data)
    return kind, data


def upcast(kind: str, data: Data) -> tuple[str, Data]:
    """Kind and data as the program of today writes them."""
    while kind in _lifts:
        to, lift = _lifts[kind]
        kind, data = to, lift(dict(data))
    return kind, data


def decode(kind: str, data: Data) -> Any:
    """The event, upcast; ``Unknown`` for a kind nobody registered. Raises ValueError for unfitting data."""
    kind, data = upcast(kind, data)
    cls = _classes.get(kind)
    return Unknown(kind=kind, data=data) if cls is None else serialisation.decode(cls, data)


def knows(kind: str) -> bool:
    """Whether events of this kind, or of what it is lifted to, can be decoded."""
    return class_of(kind) is not Unknown


def class_of(kind: str) -> type:
    """The class that events of this name are read as; ``Unknown`` where nobody registered one."""
    return _classes.get(_chain(kind)[-1], Unknown)


def kinds() -> tuple[str, ...]:
    """Every name that can be read, today's and those that are lifted."""
    return (*_classes, *_lifts)


def kind_of(cls: type) -> str:
    """The registered name of an event class. Raises KeyError."""
    return _kinds[cls]


def _chain(kind: str) -> list[str]:
    chain = [kind]
    while chain[-1] in _lifts:
        chain.append(_lifts[chain[-1]][0])
    return chain
