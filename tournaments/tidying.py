"""Rows that nobody needs any longer: messages that were sent long ago, logins that have ended.

By Celery's beat where there is a queue, else by a thread of the club's server.
"""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.utils import timezone

from games.log.snapshots.making import make_all
from tournaments.jobs.background import Background
from tournaments.notices import doorbell as notices
from tournaments.people.quotas.counting import count_again
from tournaments.webhooks import sending


def tidy(at: datetime) -> int:
    """How many rows went. What organisations keep is counted anew, too, each once a day.

    Snapshots are made that are missing: of logs that were read in, and after a change of the program.
    """
    make_all()
    count_again(at)
    ended, _by_model = Session.objects.filter(expire_date__lte=at).delete()
    return sending.forget(at) + notices.forget(at) + ended


def _sweep() -> None:
    tidy(timezone.now())


THREAD = Background("tidying", _sweep)
