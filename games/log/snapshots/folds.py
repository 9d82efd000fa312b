"""How the streams of one kind are folded, and their states written as bytes and read again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """``pack`` writes a state in parts that change as little as possible.

    ``read`` makes a value of one, by its number from 0, and ``join`` the state of all these values.

    A packed state has commitments where people typed something (``words.sealed_words``): ``commitments``
    finds them in it, and ``opened`` puts the words there. ``program``: a digest of all code that a state
    depends on. ``read`` and ``join`` raise ValueError for what ``pack`` has not written.
    """

    prefix: str
    initial: Any
    evolve: Callable[[Any, Any], Any]
    pack: Callable[[Any], list[bytes]]
    read: Callable[[int, bytes], Any]
    join: Callable[[Sequence[Any]], Any]
    commitments: Callable[[Any], list[str]]
    opened: Callable[[Any, Mapping[str, str]], Any]
    program: Callable[[], str]

    def unpack(self, parts: Sequence[bytes]) -> Any:
        """What ``pack`` was given."""
        return self.join([self.read(number, part) for number, part in enumerate(parts)])


_folds: list[Fold] = []


def register_fold(fold: Fold) -> None:
    """Keep snapshots of the streams whose names begin with its prefix."""
    _folds.append(fold)


def folds() -> tuple[Fold, ...]:
    return tuple(_folds)


def fold_of(stream: str) -> Fold | None:
    return next((fold for fold in _folds if stream.startswith(fold.prefix)), None)
