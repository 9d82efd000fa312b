"""Immutable mappings whose cost of a change does not grow with the number of players.

Copying a dict takes time in proportion to its items: with the results of a large field, a third of a
fold. Maintained libraries (immutables, pyrsistent) do not keep the order of the items, and the
order of entries and pairs is read in many places.
"""

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 64  # number of items copied at a time


class Layered(Mapping[K, V]):
    """An immutable mapping: items of ``below``, overridden by those of ``above``, ordered like a dict."""

    __slots__ = ("above", "below")

    def __init__(self, below: Mapping[K, V], above: Mapping[K, V]) -> None:
        self.below, self.above = below, above

    def __getitem__(self, key: K) -> V:
        above = self.above
        return above[key] if key in above else self.below[key]

    def __contains__(self, key: object) -> bool:
        return key in self.above or key in self.below

    def __iter__(self) -> Iterator[K]:
        return iter(self._as_dict())

    def __len__(self) -> int:
        return len(self._as_dict())

    def __repr__(self) -> str:
        return repr(self._as_dict())

    def keys(self) -> KeysView[K]:
        return self._as_dict().keys()

    def values(self) -> ValuesView[V]:
        return self._as_dict().values()

    def items(self) -> ItemsView[K, V]:
        return self._as_dict().items()

    def _as_dict(self) -> dict[K, V]:
        return {**self.below, **self.above}


def with_item(mapping: Mapping[K, V], key: K, value: V) -> Mapping[K, V]:
    """Return ``{**mapping, key: value}``."""
    below, above = (mapping.below, mapping.above) if isinstance(mapping, Layered) else (mapping, {})
    above = {**above, key: value}
    return Layered(below, above) if len(above) <= MOST < len(below) else {**below, **above}
