"""Messages that are due are claimed before they are sent, by whoever comes first."""

from datetime import datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

from django.db import models, transaction
from django.db.models import QuerySet

M = TypeVar("M", bound=models.Model)


def claim(waiting: QuerySet[M], id_: UUID, at: datetime, lease: timedelta) -> M | None:
    """The row, ours until its ``next_at``; None where it is not due, or somebody else's.

    The UPDATE names columns of the row itself and nothing else: PostgreSQL looks at those again after waiting
    for another writer, but not at a subquery.
    """
    with transaction.atomic(durable=True):  # refuses to run inside another transaction
        seen: Any = waiting.filter(pk=id_, next_at__lte=at).first()
        if seen is None:
            return None
        same = type(seen).objects.filter(pk=seen.pk, state=seen.state, next_at=seen.next_at)
        seen.next_at = at + lease
        return seen if same.update(next_at=seen.next_at) else None
