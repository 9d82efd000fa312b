"""Every axis with the values offered for it, as written in an address. Pure."""

from collections.abc import Mapping
from typing import get_type_hints

from rules.axes import Option
from rules.choices import AXES, Choices

_NUMBERS = {
    "token": ("0", "0.5", "1"),
    "button": ("0", "0.5"),
    "stone_supply": ("unlimited", "half_board"),
    "handicap_komi": ("none", "0", "0.5"),
}


def _values(axis: str, kind: object) -> tuple[str, ...]:
    if kind is bool:
        return ("yes", "no")
    if isinstance(kind, type) and issubclass(kind, Option):
        return tuple(option.value for option in kind)
    return _NUMBERS.get(axis, ())


CHOICES: Mapping[str, tuple[str, ...]] = {
    axis: values for axis in AXES if (values := _values(axis, get_type_hints(Choices)[axis]))
}
"""Axes whose numbers are not useful to vary are left out."""
