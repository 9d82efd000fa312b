"""How the streams of one kind are folded, and their states written as bytes and read again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold:
    """``pack`` writes a state in parts that change as little as possible; ``unpack`` reads them.

    A packed state has commitments where people typed something (``words.sealed_words``): ``commitments``
    finds them in it, and ``opened`` puts the words there. ``program``: a digest of all code that a state
    depends on. ``unpack`` raises ValueError, or msgspec's own, for what ``pack`` has not written.
    """

    prefix: str
    initial: Any
    evolve: Callable[[Any, Any], Any]
    pack: Callable[[Any], list[bytes]]
    unpack: Callable[[Sequence[bytes]], Any]
    commitments: Callable[[Any], list[str]]
    opened: Callable[[Any, Mapping[str, str]], Any]
    program: Callable[[], str]


_folds: list[Fold] = []


def register_fold(fold: Fold) -> None:
    """Keep snapshots of the streams whose names begin with its prefix."""
    _folds.append(fold)


def folds() -> tuple[Fold, ...]:
    return tuple(_folds)


def fold_of(stream: str) -> Fold | None:
    return next((fold for fold in _folds if stream.startswith(fold.prefix)), None)
