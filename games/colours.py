"""Names of colours in bodies: ``black`` and ``white``, where events and the rules have ``b`` and ``w``."""

from collections.abc import Mapping
from typing import Annotated, TypeVar

T = TypeVar("T")
NAMES = {"b": "black", "w": "white"}
LETTERS = {name: letter for letter, name in NAMES.items()}
ColourText = Annotated[str, ("enum", ("black", "white"))]
ColourOrEmpty = Annotated[str, ("enum", ("black", "white", ""))]


def colour_name(letter: str | None) -> str:
    """Return the name of a colour; other words, such as ``desk``, are unchanged, and None is ""."""
    return NAMES.get(letter or "", letter or "")


def by_colour(values: Mapping[str, T]) -> dict[str, T]:
    """Return a mapping by letters with the names of the colours."""
    return {colour_name(letter): value for letter, value in values.items()}
