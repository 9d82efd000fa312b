"""Differences between two values of a dataclass: fields to restore, and changes in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import attrgetter
from typing import Any

from games.marking import join_marked, marked


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChanges:
    """The fields of a dataclass that changed, with their old values, by dotted name."""

    old_values: Mapping[str, Any]

    def values_in(self, value: object) -> tuple[object, ...]:
        """Return the values of these fields in ``value``."""
        return tuple(attrgetter(place)(value) for place in self.old_values)

    def restore_in(self, value: Any) -> Any:
        """Return ``value`` with the old values of these fields."""
        for place, was in self.old_values.items():
            value = _with_value(value, place, was)
        return value


def field_changes(before: object, after: object) -> FieldChanges:
    return FieldChanges(old_values=dict(_different_fields(before, after, "")))


def _different_fields(before: object, after: object, prefix: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for field in fields(before):  # type: ignore[arg-type]
        was, now = getattr(before, field.name), getattr(after, field.name)
        if is_dataclass(was) and is_dataclass(now):
            found += _different_fields(was, now, f"{prefix}{field.name}.")
        elif was != now:
            found.append((prefix + field.name, was))
    return found


def _with_value(value: Any, place: str, was: Any) -> Any:
    head, _, rest = place.partition(".")
    return replace(value, **{head: _with_value(getattr(value, head), rest, was) if rest else was})


def changes_in_words(old: Any, new: Any) -> str:
    """Return the changes in words, such as: komi 6.5 → 7.5; criteria MMS, SOS → MMS, SODOS."""
    return join_marked(
        (change_in_words(name, was, now) for name, was, now in _named_differences(old, new)), "; "
    )


def change_in_words(name: str, was: Any, now: Any) -> str:
    return join_marked([name, _value_in_words(was), "→", _value_in_words(now)])


def _named_differences(old: Any, new: Any, within: str = "") -> Iterator[tuple[str, Any, Any]]:
    for field in fields(new):
        was, now = getattr(old, field.name), getattr(new, field.name)
        name = f"{within}{field.name.replace('_', ' ')}"
        if is_dataclass(now) and is_dataclass(was):
            yield from _named_differences(was, now, f"{name}: ")
        elif was != now:
            yield name, was, now


def _value_in_words(value: Any) -> str:
    if isinstance(value, bool):
        return marked("yes") if value else marked("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list, frozenset)):
        return join_marked(map(_value_in_words, value), ", ") if value else marked("nothing")
    return marked("nothing") if value in ("", None) else str(value)
