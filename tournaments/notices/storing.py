"""Store notices for those who want them, and a mail for those who asked for that."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import uuid5

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from tournaments.notices.people import Told
from tournaments.notices.rows import MAIL, NAMES, Kind, Notice, Wishes
from tournaments.outbox.rows import Job
from tournaments.outbox.waking import wake_after_commit


def store(key: str, at: datetime, people: Iterable[Told]) -> list[Notice]:
    """``key``: what it is about, once for everybody. What was stored before stays as it is."""
    people = list(people)
    wishes = {row.user_id: row for row in Wishes.objects.filter(user_id__in={one.user_id for one in people})}
    made = [_notice(key, at, one) for one in people if one.kind in wanted(wishes.get(one.user_id))]
    known = set(Notice.objects.filter(pk__in=[one.pk for one in made]).values_list("pk", flat=True))
    made = [one for one in made if one.pk not in known]
    with transaction.atomic():
        Notice.objects.bulk_create(made, ignore_conflicts=True)
        mails = _mails(made, wishes, at)
        Job.objects.bulk_create(mails, ignore_conflicts=True)
        wake_after_commit(*(mail.pk for mail in mails))
    return made


def wanted(wishes: Wishes | None) -> list[str]:
    return [str(kind) for kind in Kind] if wishes is None else list(wishes.kinds)


def _notice(key: str, at: datetime, one: Told) -> Notice:
    return Notice(
        id=uuid5(NAMES, f"{key}/{one.kind}/{one.user_id}"),
        user_id=one.user_id,
        kind=one.kind,
        tournament_id=one.tournament_id,
        facts=dict(one.facts),
        created_at=at,
    )


def _mails(made: list[Notice], wishes: Mapping[int, Wishes], at: datetime) -> list[Job]:
    readers = _by_mail([user for user, row in wishes.items() if row.mail])
    return [
        Job(
            id=uuid5(one.pk, MAIL),
            kind=MAIL,
            tournament_id=one.tournament_id,
            params={"notice": str(one.pk)},
            asked_at=at,
            due_at=at,
        )
        for one in made
        if one.user_id in readers
    ]


def _by_mail(users: list[int]) -> set[int]:
    """Who is written to: whose address was verified, where there is a mail server at all."""
    if not settings.MAIL:
        return set()
    verified = EmailAddress.objects.filter(user_id__in=users, verified=True)
    return set(verified.values_list("user_id", flat=True))
