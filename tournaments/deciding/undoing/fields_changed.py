"""The fields in which two values of one dataclass differ, by their place: "handicap.ceiling".

Settings and the poster are one value in the log each; taking one change back leaves later ones of others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsChanged:
    """``was``: the values before the change, by place."""

    was: Mapping[str, Any]

    def read(self, value: object) -> tuple[object, ...]:
        """What ``value`` has in these places."""
        return tuple(attrgetter(place)(value) for place in self.was)

    def set_back(self, value: Any) -> Any:
        """``value`` with these places as they were."""
        for place, was in self.was.items():
            value = _with(value, place, was)
        return value


def fields_changed(before: object, after: object) -> FieldsChanged:
    return FieldsChanged(was=dict(_differing(before, after, "")))


def _differing(before: object, after: object, prefix: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for field in fields(before):  # type: ignore[arg-type]
        was, now = getattr(before, field.name), getattr(after, field.name)
        if is_dataclass(was) and is_dataclass(now):
            found += _differing(was, now, f"{prefix}{field.name}.")
        elif was != now:
            found.append((prefix + field.name, was))
    return found


def _with(value: Any, place: str, was: Any) -> Any:
    head, _, rest = place.partition(".")
    return replace(value, **{head: _with(getattr(value, head), rest, was) if rest else was})
