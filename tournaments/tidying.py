"""Rows that nobody needs any longer: messages that were sent long ago, logins that have ended."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet

from tournaments.notices.notifying import NOTIFY
from tournaments.notices.rows import MAIL, Notice
from tournaments.outbox.rows import UNENDED, EndpointState, Job

MESSAGES_KEPT = timedelta(days=30)
OTHERS_KEPT = timedelta(days=1)  # mails and events that people were notified of
NOTICES_KEPT = timedelta(days=90)


def tidy(at: datetime) -> int:
    """Delete them, and return how many rows went."""
    gone = (
        _old_messages(at - MESSAGES_KEPT).delete(),
        Job.objects.filter(kind__in=(MAIL, NOTIFY), ended_at__lt=at - OTHERS_KEPT).delete(),
        Notice.objects.filter(created_at__lt=at - NOTICES_KEPT).delete(),
        Session.objects.filter(expire_date__lte=at).delete(),
    )
    return sum(rows for rows, _by_model in gone)


def _old_messages(before: datetime) -> QuerySet[Job]:
    """What ended before then, or has waited since then for an endpoint that does not listen."""
    waits = Q(state__in=UNENDED, asked_at__lt=before) & ~Q(endpoint__state=EndpointState.ACTIVE)
    return Job.objects.exclude(endpoint=None).filter(Q(ended_at__lt=before) | waits)
