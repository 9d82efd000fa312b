"""Periodic maintenance of the log: verification and backups."""

from datetime import datetime, timedelta

from django.db.models import Q

from games.log.tables import Upkeep

VERIFY, BACKUP = "verify", "backup"
RETRY_AFTER = timedelta(hours=1)  # longer than any run takes


def record_run(name: str, at: datetime, *, good: bool, said: str) -> None:
    """Record a complete run over the data as of ``at``."""
    Upkeep.objects.update_or_create(name=name, defaults={"at": at, "good": good, "said": said})


def claim_run(name: str, at: datetime, every: timedelta) -> bool:
    """Return whether a run is due, and claim it: only one of several simultaneous callers gets True."""
    Upkeep.objects.get_or_create(name=name)
    due = Q(at=None) | Q(at__lte=at - every)
    free = Q(begun_at=None) | Q(begun_at__lte=at - RETRY_AFTER)
    return bool(Upkeep.objects.filter(due, free, name=name).update(begun_at=at))


def last_run(name: str) -> Upkeep:
    """Return the record of the last run, empty if there was none."""
    return Upkeep.objects.filter(name=name).first() or Upkeep(name=name)
