"""Store notices for their subscribers, and mails for those who asked for mail; read and mark notices."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from tournaments.notices.people import Recipient
from tournaments.notices.rows import MAIL, NAMES, Kind, Notice, Wishes
from tournaments.outbox.rows import Job
from tournaments.outbox.waking import wake_after_commit


def store(key: str, at: datetime, people: Iterable[Recipient]) -> list[Notice]:
    """Store new notices and return them. ``key``: identifies the subject, so that a repeat stores nothing."""
    people = list(people)
    settings_by_user = {
        row.user_id: row for row in Wishes.objects.filter(user_id__in={one.user_id for one in people})
    }
    notices = [
        _notice(key, at, one) for one in people if one.kind in kinds_of(settings_by_user.get(one.user_id))
    ]
    known = set(Notice.objects.filter(pk__in=[one.pk for one in notices]).values_list("pk", flat=True))
    notices = [one for one in notices if one.pk not in known]
    with transaction.atomic():
        Notice.objects.bulk_create(notices, ignore_conflicts=True)
        mails = _mails(notices, settings_by_user, at)
        Job.objects.bulk_create(mails, ignore_conflicts=True)
        wake_after_commit(*(mail.pk for mail in mails))
    return notices


def kinds_of(settings_by_user: Wishes | None) -> list[str]:
    return [str(kind) for kind in Kind] if settings_by_user is None else list(settings_by_user.kinds)


def _notice(key: str, at: datetime, one: Recipient) -> Notice:
    return Notice(
        id=uuid5(NAMES, f"{key}/{one.kind}/{one.user_id}"),
        user_id=one.user_id,
        kind=one.kind,
        tournament_id=one.tournament_id,
        facts=dict(one.facts),
        created_at=at,
    )


def _mails(notices: list[Notice], settings_by_user: Mapping[int, Wishes], at: datetime) -> list[Job]:
    readers = _mail_recipients([user for user, row in settings_by_user.items() if row.mail])
    return [
        Job(
            id=uuid5(one.pk, MAIL),
            kind=MAIL,
            tournament_id=one.tournament_id,
            params={"notice": str(one.pk)},
            asked_at=at,
            due_at=at,
        )
        for one in notices
        if one.user_id in readers
    ]


def _mail_recipients(users: list[int]) -> set[int]:
    """Return the users with a verified address; none without a mail server."""
    if not settings.MAIL:
        return set()
    verified = EmailAddress.objects.filter(user_id__in=users, verified=True)
    return set(verified.values_list("user_id", flat=True))


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
