"""Chances of what happens in a generated tournament. Pure."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chances:
    """One source of chance, so that the whole follows from its seed."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def happens(self, of_hundred: int) -> bool:
        return self.random.randrange(100) < of_hundred

    def one(self, among: Sequence[T]) -> T:
        return self.random.choice(among)

    def some(self, among: Sequence[T], most: int) -> list[T]:
        """At most so many, each once, perhaps none."""
        return self.random.sample(among, min(len(among), self.random.randint(0, most)))

    def number(self, least: int, most: int) -> int:
        """Both ends included."""
        return self.random.randint(least, most)
