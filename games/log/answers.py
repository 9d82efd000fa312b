"""The stored responses to requests with an Idempotency-Key, which are kept as long as the events.

They are not projections. Exports of the log contain them, encrypted: only a client that repeats the request
can read its response.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import QuerySet

from games.log.canonical import canonical
from games.log.statements import column_value, write
from games.log.tables import Event

_INSERT = "INSERT INTO games_keptanswer (id, sealed) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING"


class KeptAnswer(models.Model):
    """An encrypted response, stored in the transaction of its command under the command's id."""

    id = models.UUIDField(primary_key=True)
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return str(self.id)


def store_answer(command_id: UUID, sealed: bytes) -> bool:
    """Store a response; return False if the command has one already."""
    row = [column_value(KeptAnswer, "id", command_id), column_value(KeptAnswer, "sealed", sealed)]
    return write(_INSERT, row) == 1


def answers_of(events: QuerySet[Event]) -> QuerySet[KeptAnswer]:
    """Return the responses of the commands that stored these events."""
    return KeptAnswer.objects.filter(id__in=events.order_by().values("command_id")).order_by("id")


def answer_line(kept: KeptAnswer) -> str:
    """Return the line of an export for a response."""
    return canonical({"answer": str(kept.id), "sealed": b64encode(bytes(kept.sealed)).decode()})


def read_answer(line: Mapping[str, Any]) -> tuple[UUID, bytes]:
    """Return the arguments of ``store_answer`` from an export's line.

    Raises ValueError, TypeError, KeyError.
    """
    return UUID(line["answer"]), b64decode(line["sealed"], validate=True)
