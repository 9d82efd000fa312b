"""The parser of JSON bodies: finite numbers, limited depth, storable texts, unique keys."""

import json
from collections.abc import Iterable, Mapping
from itertools import chain
from math import isfinite
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

MAX_DEPTH = 32
MAX_INTEGER = 2**63 - 1


class StrictJSONParser(BaseParser):
    """Parse application/json. Raises ParseError (400) for JSON that other programs could not read."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return parse_json(stream.read())


def parse_json(body: bytes) -> Any:
    """Return the value of `body` (UTF-8). Raises ParseError, which names the fault."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            parse_constant=_constant,
            parse_float=_number,
            parse_int=_integer,
            object_pairs_hook=_object,
        )
    except UnicodeDecodeError as error:
        raise ParseError(f"The body is not UTF-8: byte {error.start}.") from error
    except RecursionError as error:
        raise ParseError(_TOO_DEEP) from error
    except ValueError as error:  # JSONDecodeError, or the limit on the digits of an integer
        raise ParseError(f"Not JSON: {error}") from error
    _check(value)
    return value


_TOO_DEEP = f"Nested deeper than {MAX_DEPTH}."


def _constant(name: str) -> NoReturn:
    raise ParseError(f"{name} is not a number that JSON knows.")


def _number(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ParseError(f"{text[:20]} is out of range.")
    return number


def _integer(text: str) -> int:
    number = int(text)
    if abs(number) > MAX_INTEGER:
        raise ParseError(f"{text[:20]} is out of range.")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ParseError("An object names the same key twice.")
    return value


def _check(value: Any) -> None:
    """Check depth and strings level by level, without recursion."""
    level = [value]
    for _ in range(MAX_DEPTH + 1):
        for item in level:
            if isinstance(item, str):
                _check_text(item)
        nested = [item for item in level if isinstance(item, dict | list)]
        if not nested:
            return
        level = [inner for item in nested for inner in _inside(item)]
    raise ParseError(_TOO_DEEP)


def _inside(item: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return item if isinstance(item, list) else chain(item.keys(), item.values())


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ParseError("A text holds a NUL character.")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ParseError("A text holds half of a surrogate pair.") from error
