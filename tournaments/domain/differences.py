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
        for place, old in self.old_values.items():
            value = _replace_value(value, place, old)
        return value


def field_changes(before: object, after: object) -> FieldChanges:
    return FieldChanges(old_values=dict(_different_fields(before, after, "")))


def _different_fields(before: object, after: object, prefix: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for field in fields(before):  # type: ignore[arg-type]
        old, new = getattr(before, field.name), getattr(after, field.name)
        if is_dataclass(old) and is_dataclass(new):
            found += _different_fields(old, new, f"{prefix}{field.name}.")
        elif old != new:
            found.append((prefix + field.name, old))
    return found


def _replace_value(value: Any, place: str, old: Any) -> Any:
    head, _, rest = place.partition(".")
    return replace(value, **{head: _replace_value(getattr(value, head), rest, old) if rest else old})


def changes_in_words(old: Any, new: Any) -> str:
    """Return the changes in words, such as: komi 6.5 → 7.5; criteria MMS, SOS → MMS, SODOS."""
    return join_marked(
        (change_in_words(name, old, new) for name, old, new in _named_differences(old, new)), "; "
    )


def change_in_words(name: str, old: Any, new: Any) -> str:
    return join_marked([name, _value_in_words(old), "→", _value_in_words(new)])


def _named_differences(old: Any, new: Any, within: str = "") -> Iterator[tuple[str, Any, Any]]:
    for field in fields(new):
        old_value, new_value = getattr(old, field.name), getattr(new, field.name)
        name = f"{within}{field.name.replace('_', ' ')}"
        if is_dataclass(new_value) and is_dataclass(old_value):
            yield from _named_differences(old_value, new_value, f"{name}: ")
        elif old_value != new_value:
            yield name, old_value, new_value


def _value_in_words(value: Any) -> str:
    if isinstance(value, bool):
        return marked("yes") if value else marked("no")
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, (tuple, list, frozenset)):
        return join_marked(map(_value_in_words, value), ", ") if value else marked("nothing")
    return marked("nothing") if value in ("", None) else str(value)
