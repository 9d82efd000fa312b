"""Conversion of dataclasses to plain JSON data and back, by their type hints.

msgspec decodes and reports values that do not fit; unknown names, which it ignores, are rejected here. It is
not used to encode: it would turn UUIDs, times and keys that are not strings into strings, and leave tuples as
they are.
"""

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from msgspec import ValidationError, convert

from games.log.canonical import LARGEST_INTEGER

NESTED = (dict, list)


def encode(value: object) -> Any:
    """Return plain JSON data, without fields of the metadata ``omitted_by_default`` that have their default.

    Raises TypeError or ValueError for values that 64-bit JSON readers cannot hold.
    """
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
        pairs = ((field, getattr(value, field.name)) for field in fields(value))
        return {
            field.name: encode(item)
            for field, item in pairs
            if not field.metadata.get("omitted_by_default") or item != field.default
        }
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
    """Return an instance of the dataclass. Raises ValueError for a missing, unknown or unfitting field.

    Numbers need the hint ``int`` or ``int | float``, as ``float`` alone turns 7 into 7.0.
    """
    try:
        value: Any = convert(data, cls)
    except ValidationError as error:
        raise ValueError(f"data do not fit {cls.__qualname__}: {error}") from error
    _check_names(value, data)
    return value


def _check_names(value: Any, data: Mapping[str, Any]) -> None:
    """Raise ValueError for a name in the data that no field of the value has."""
    known = getattr(value, "__dataclass_fields__", data)
    if not data.keys() <= known.keys():
        unknown = ", ".join(sorted(data.keys() - known))
        raise ValueError(f"data do not fit {type(value).__qualname__}: unknown {unknown}")
    for name, item in data.items():
        if isinstance(item, NESTED):
            _check_inside(value[name] if known is data else getattr(value, name), item)


def _check_inside(value: Any, data: Any) -> None:
    if isinstance(data, dict):
        _check_names(value, data)
        return
    for one, item in zip(value, data, strict=False):  # a set may be shorter than its list
        if isinstance(item, NESTED):
            _check_inside(one, item)
