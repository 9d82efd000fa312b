"""Split sequences into batches, for queries and for reading a large log."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

S = TypeVar("S", bound=Sequence[Any])


def batches(values: S, size: int) -> Iterator[S]:
    return (cast("S", values[start : start + size]) for start in range(0, len(values), size))
