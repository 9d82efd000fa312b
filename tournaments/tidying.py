"""Rows that nobody needs any longer: messages that were sent long ago, logins that have ended.

By Celery's beat where there is a queue, else by a thread of the club's server.
"""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.utils import timezone

from tournaments.jobs.background import Background
from tournaments.notices import doorbell as notices
from tournaments.webhooks import sending


def tidy(at: datetime) -> int:
    """Delete them, and return how many rows went."""
    ended, _by_model = Session.objects.filter(expire_date__lte=at).delete()
    return sending.forget(at) + notices.forget(at) + ended


def _sweep() -> None:
    tidy(timezone.now())


THREAD = Background("tidying", _sweep)
