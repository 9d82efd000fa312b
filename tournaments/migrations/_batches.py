"""Writing a column anew in every row of a table, which may be too long for the memory."""

from collections.abc import Callable
from itertools import islice
from typing import Any

AT_ONCE = 500


def rewrite(model: Any, column: str, value_of: Callable[[Any], Any]) -> None:
    """Give ``column`` of each row its ``value_of`` that row: one statement for many rows."""
    rows = model.objects.iterator(chunk_size=AT_ONCE)
    while batch := list(islice(rows, AT_ONCE)):
        for row in batch:
            setattr(row, column, value_of(row))
        model.objects.bulk_update(batch, [column])
