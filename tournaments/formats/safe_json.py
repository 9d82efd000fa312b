"""Untrusted JSON as values with their path ("players[3].rank"), each within bounds."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from tournaments.formats.decoding import text_of
from tournaments.formats.errors import ExchangeError

MAX_BYTES = 20_000_000
MAX_TEXT = 500  # characters of one value
KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value and its path. Members that are null count as missing."""

    value: Any
    place: str

    def has(self, name: str) -> bool:
        return isinstance(self.value, Mapping) and self.value.get(name) is not None

    def member(self, name: str, default: Any = None) -> "Node":
        """Return a member of an object; it is required without a ``default``. Raises ``ExchangeError``."""
        value = self.of_kind(dict).get(name)
        place = f"{self.place}.{name}" if self.place else name
        if value is None and default is None:
            message = f"{self.place or 'the file'}: there is no {name}"
            raise ExchangeError("missing_attribute", message, element=place)
        return Node(value=default if value is None else value, place=place)

    def items(self, most: int) -> Iterator["Node"]:
        """Return the items of a list."""
        values = self.of_kind(list)
        if len(values) > most:
            raise fault(self, "too_many_elements", f"more than {most} values")
        return (Node(value=value, place=f"{self.place}[{at}]") for at, value in enumerate(values))

    def of_kind(self, kind: type) -> Any:
        if not isinstance(self.value, kind):
            raise fault(self, "bad_value", f"this is not {KINDS[kind]}: {str(self.value)[:40]!r}")
        if isinstance(self.value, str) and re.search("[\\ud800-\\udfff]", self.value):
            raise fault(self, "bad_value", f"half of a character: {self.value[:40]!r}")
        return self.value

    def text(self, name: str, default: str | None = None) -> str:
        node = self.member(name, default)
        value: str = node.of_kind(str)
        if len(value) > MAX_TEXT:
            raise fault(node, "text_too_long", f"more than {MAX_TEXT} characters")
        return value

    def truth(self, name: str, *, default: bool) -> bool:
        return bool(self.member(name, default).of_kind(bool))

    def number(self, name: str, default: float | None = None, *, low: float, high: float) -> float:
        node = self.member(name, default)
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise fault(node, "bad_number", f"this is not a number: {str(node.value)[:40]!r}")
        if not low <= node.value <= high:  # this excludes NaN too
            raise fault(node, "out_of_range", f"{str(node.value)[:40]}; {low} to {high} are read")
        return node.value

    def integer(self, name: str, default: int | None = None, *, low: int, high: int) -> int:
        """Return a whole number, written as 3 or 3.0."""
        value = self.number(name, default, low=low, high=high)
        if value != int(value):
            raise fault(self.member(name, default), "bad_number", f"this is no whole number: {value}")
        return int(value)

    def one_of(self, name: str, default: str, choices: Mapping[str, Any]) -> Any:
        node = self.member(name, default)
        if node.of_kind(str) not in choices:
            raise fault(node, "unknown_value", f"this is not known: {node.value[:40]!r}")
        return choices[node.value]

    def day(self, name: str) -> date | None:
        node = self.member(name, "")
        try:
            return date.fromisoformat(node.of_kind(str)) if node.value else None
        except ValueError:
            raise fault(node, "bad_date", f"this is not a date: {node.value[:40]!r}") from None


def fault(node: Node, code: str, message: str) -> ExchangeError:
    return ExchangeError(code, f"{node.place or 'the file'}: {message}", element=node.place)


def read(data: bytes) -> Node:
    """Read the whole file. Raises ``ExchangeError`` for any invalid bytes."""
    if len(data) > MAX_BYTES:
        raise ExchangeError("too_large", f"{len(data)} bytes; at most {MAX_BYTES} are read")
    text, _ = text_of(data)
    try:
        return Node(value=json.loads(text), place="")
    except json.JSONDecodeError as error:
        raise ExchangeError(
            "not_well_formed", f"not well-formed JSON: {error.msg}", line=error.lineno
        ) from None
    except ValueError:  # an integer of thousands of digits
        raise ExchangeError("bad_number", "a number of more digits than are read") from None
    except RecursionError:
        raise ExchangeError("too_deep", "values nested deeper than is read") from None
