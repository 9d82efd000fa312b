"""The first answers to requests with an Idempotency-Key: cannot be rebuilt, and live as long as the events.

An export of the log carries them: sealed as they are, they tell nobody anything but whoever asks again.
"""

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import models
from django.db.models import QuerySet

from games.log.canonical import canonical
from games.log.statements import column, write
from games.log.tables import Event

_KEEP = "INSERT INTO games_keptanswer (id, sealed) VALUES (%s, %s) ON CONFLICT (id) DO NOTHING"


class KeptAnswer(models.Model):
    """Written in the transaction of its command, whose id it has; ``sealing`` says what ``sealed`` is."""

    id = models.UUIDField(primary_key=True)
    sealed = models.BinaryField()

    def __str__(self) -> str:
        return str(self.id)


def keep(command_id: UUID, sealed: bytes) -> bool:
    """Whether there was none."""
    row = [column(KeptAnswer, "id", command_id), column(KeptAnswer, "sealed", sealed)]
    return write(_KEEP, row) == 1


def of(events: QuerySet[Event]) -> QuerySet[KeptAnswer]:
    """The answers of the commands that stored these."""
    return KeptAnswer.objects.filter(id__in=events.order_by().values("command_id")).order_by("id")


def line(kept: KeptAnswer) -> str:
    """As an export has it."""
    return canonical({"answer": str(kept.id), "sealed": b64encode(bytes(kept.sealed)).decode()})


def parsed(line: Mapping[str, Any]) -> tuple[UUID, bytes]:
    """One of an export, for ``keep``. Raises ValueError and the like for what is none."""
    return UUID(line["answer"]), b64decode(line["sealed"], validate=True)
