"""Event classes and their stable names in the log.

``@wire("game.stone-played.v1")`` registers a frozen dataclass. Its fields may be str, int, int | float, bool,
None, dicts with string keys, tuples or lists, frozensets (stored sorted), StrEnums and dataclasses of these;
they are decoded by the type hints of the class. A field that was added later needs a default;
with the metadata ``omitted_by_default`` it is stored only if it differs from that.

Neither a name nor its meaning ever changes. Events with an older name are upcast on reading, step by step, by
functions from data to data: ``@upcaster("game.stone-moved.v1", to="game.stone-played.v1")``.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from typing import Any, TypeVar

from games.log import serialisation

E = TypeVar("E")
Data = dict[str, Any]
Upcast = Callable[[Data], Data]

NAME = re.compile(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+\.v[0-9]+")

_classes: dict[str, type] = {}
_kinds: dict[type, str] = {}
_upcasts: dict[str, tuple[str, Upcast]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """An event whose kind this program does not know. It remains readable: history is never rejected."""

    kind: str
    data: Data


def wire(kind: str) -> Callable[[type[E]], type[E]]:
    """Class decorator: store this frozen dataclass as ``kind``. Raises ValueError if the name is taken."""

    def register(cls: type[E]) -> type[E]:
        if not NAME.fullmatch(kind):
            raise ValueError(f"{kind!r} is not of the form subject.past-participle.v1")
        if kind in _classes or kind in _upcasts or cls in _kinds:
            raise ValueError(f"{kind} or {cls.__qualname__} is registered already")
        if not is_dataclass(cls):
            raise TypeError(f"{cls.__qualname__} is not a dataclass")
        _classes[kind], _kinds[cls] = cls, kind
        return cls

    return register


def upcaster(kind: str, *, to: str) -> Callable[[Upcast], Upcast]:
    """Function decorator: upcast data of ``kind`` to ``to`` with this function."""

    def register(lift: Upcast) -> Upcast:
        if kind in _upcasts or kind in _classes or kind in _chain(to):
            raise ValueError(f"{kind} is read already, or would lead back to itself")
        _upcasts[kind] = (to, lift)
        return lift

    return register


def encode(event: object) -> tuple[str, Data]:
    """Return kind and plain JSON data of a registered event.

    Raises TypeError or ValueError for anything else, and for data that could not be decoded again.
    """
    kind = _kinds.get(type(event))
    if kind is None:
        raise TypeError(f"{type(event).__qualname__} is not registered with @wire")
    data = serialisation.encode(event)
    serialisation.decode(type(event), data)
    return kind, data


def upcast(kind: str, data: Data) -> tuple[str, Data]:
    """Return kind and data in the current version."""
    while kind in _upcasts:
        to, lift = _upcasts[kind]
        kind, data = to, lift(dict(data))
    return kind, data


def decode(kind: str, data: Data) -> Any:
    """Return the event, upcast; ``Unknown`` for an unregistered kind.

    Raises ValueError for unfitting data.
    """
    kind, data = upcast(kind, data)
    cls = _classes.get(kind)
    return Unknown(kind=kind, data=data) if cls is None else serialisation.decode(cls, data)


def is_known_kind(kind: str) -> bool:
    """Return whether events of this kind can be decoded, after upcasting if needed."""
    return class_of(kind) is not Unknown


def class_of(kind: str) -> type:
    """Return the class that events of this kind are decoded to; ``Unknown`` if there is none."""
    return _classes.get(_chain(kind)[-1], Unknown)


def registered_kinds() -> tuple[str, ...]:
    """Return every kind that can be read, those that are upcast included."""
    return (*_classes, *_upcasts)


def kind_of(cls: type) -> str:
    """Return the registered kind of an event class. Raises KeyError."""
    return _kinds[cls]


def _chain(kind: str) -> list[str]:
    chain = [kind]
    while chain[-1] in _upcasts:
        chain.append(_upcasts[chain[-1]][0])
    return chain
