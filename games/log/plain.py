"""Dataclasses to plain JSON data and back, by their type hints."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from games.log.canonical import LARGEST_INTEGER

Reader = Callable[[Any], Any]


def encode(value: object) -> Any:
    """Plain JSON data. Raises TypeError or ValueError for what JSON, or a 64-bit reader, cannot hold."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return encode(value.value)
    if isinstance(value, str):
        return _sound(value)
    if isinstance(value, int):
        return _within(value)
    if isinstance(value, float):
        return _finite(value)
    return _encode_many(value)


def _encode_many(value: object) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: encode(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, frozenset):
        return sorted(encode(item) for item in value)
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {_key(key): encode(item) for key, item in value.items()}
    raise TypeError(f"{type(value).__qualname__} cannot be stored in an event")


def _sound(text: str) -> str:
    text.encode()  # UnicodeEncodeError, a ValueError, for a lone surrogate
    return str(text)


def _within(number: int) -> int:
    if not -LARGEST_INTEGER <= number <= LARGEST_INTEGER:
        raise ValueError("an integer in an event must fit 64 bits")
    return int(number)


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} cannot be stored in an event")
    return number


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError("a dict in an event needs string keys")
    return _sound(key)


def decode(cls: type, data: Mapping[str, Any]) -> Any:
    """An instance of the dataclass. Raises ValueError for a missing, unknown or unfitting field."""
    if not isinstance(data, Mapping):
        raise ValueError(f"data do not fit {cls.__qualname__}: not an object")  # noqa: TRY004 - a value of the log
    readers = _readers(cls)
    try:
        return cls(**{name: readers[name](value) for name, value in data.items()})
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"data do not fit {cls.__qualname__}: {_misfit(cls, data) or error}") from error


def _misfit(cls: type, data: Mapping[str, Any]) -> str:
    known = {field.name: field for field in fields(cls)}
    unknown = sorted(set(data) - set(known))
    missing = sorted(name for name, field in known.items() if name not in data and _required(field))
    return "; ".join(
        f"{what} {', '.join(names)}" for what, names in (("unknown", unknown), ("missing", missing)) if names
    )


def _required(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING


@cache
def _readers(cls: type) -> dict[str, Reader]:
    hints = get_type_hints(cls)
    return {field.name: _reader(hints[field.name]) for field in fields(cls) if field.init}


def _same(value: Any) -> Any:
    return value


def _reader(hint: Any) -> Reader:
    """How to read a JSON value for a type hint; what JSON holds as it is, is taken as it is."""
    if (origin := get_origin(hint)) is not None:
        return _generic(origin, get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return partial(decode, hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    return hint if hint in (tuple, frozenset) else _same


def _generic(origin: Any, inner: tuple[Any, ...]) -> Reader:
    if origin in (Union, UnionType):
        return _optional([part for part in inner if part is not NoneType])
    if origin is tuple:
        return _tuple(inner)
    if origin in (list, frozenset):
        return _collection(origin, inner[0])
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return _collection(tuple, inner[0])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(_reader(inner[1]))
    return _same


def _optional(parts: list[Any]) -> Reader:
    readers = [reader for reader in map(_reader, parts) if reader is not _same]
    if not readers:
        return _same
    if len(parts) > 1:
        raise TypeError(f"a field of an event may not be one of several structured types: {parts}")
    return lambda value: None if value is None else readers[0](value)


def _tuple(inner: tuple[Any, ...]) -> Reader:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return _collection(tuple, inner[0])
    readers = [_reader(part) for part in inner]
    return lambda value: tuple(read(item) for read, item in zip(readers, value, strict=True))


def _collection(kind: type, item: Any) -> Reader:
    read = _reader(item)
    return kind if read is _same else lambda value: kind(read(one) for one in value)


def _mapping(read: Reader) -> Reader:
    return _same if read is _same else lambda value: {key: read(item) for key, item in value.items()}
