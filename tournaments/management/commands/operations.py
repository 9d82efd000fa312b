"""The table of operations: what can be done in a tournament and to its games, and what each asks for.

JSON: ``[{"title", "command", "right", "if_match", "reason", "fields"}]``; ``reason``: when one is required,
in words, or "optional"; "" where none is taken.
"""

from typing import Any

from games.management.base import Answer, JsonCommand
from games.operations import OPERATIONS as OF_GAMES
from games.rest.operations import Operation
from tournaments.management.base import as_table
from tournaments.operations import OPERATIONS

HEAD = ("command", "right", "If-Match", "reason", "fields", "title")


class Command(JsonCommand):
    help = (
        "Print every operation: its command, the right it needs, If-Match, when a reason is due, its fields."
    )

    def answer(self, **options: Any) -> Answer:
        rows = [*OPERATIONS, *OF_GAMES]
        return Answer(data=[_row(row) for row in rows], text=as_table(HEAD, [_line(row) for row in rows]))


def _row(row: Operation[Any]) -> dict[str, Any]:
    return {
        "title": row.title,
        "command": row.command.__name__,
        "right": row.right,
        "if_match": row.match,
        "reason": "always" if "reason" in row.fields else row.reason,
        "fields": list(row.asks_for),
    }


def _line(row: Operation[Any]) -> tuple[str, ...]:
    columns = _row(row)
    match = "yes" if row.match else ""
    fields = " ".join(columns["fields"])
    return row.command.__name__, row.right, match, columns["reason"], fields, row.title
