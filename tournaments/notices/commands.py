"""Read notices, mark them as read, choose the kinds to receive."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tournaments.notices.rows import Notice, Wishes
from tournaments.notices.storing import kinds_of


def notices_of(user_id: int) -> QuerySet[Notice]:
    """Return the notices of a user, newest first."""
    return Notice.objects.filter(user_id=user_id)


def mark_read(user_id: int, ids: Sequence[UUID] | None, at: datetime) -> int:
    """Mark these notices of the user as read, or all; return how many were unread."""
    unread = notices_of(user_id).filter(read_at=None)
    return (unread if ids is None else unread.filter(pk__in=ids)).update(read_at=at)


def notice_settings_of(user_id: int) -> dict[str, Any]:
    row = Wishes.objects.filter(user_id=user_id).first()
    return {"kinds": kinds_of(row), "mail": bool(row and row.mail)}


def set_notice_settings(user_id: int, kinds: Sequence[str], *, mail: bool) -> None:
    Wishes.objects.update_or_create(user_id=user_id, defaults={"kinds": list(kinds), "mail": mail})
