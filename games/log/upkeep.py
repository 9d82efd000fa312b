"""What keeps the log safe and is to be done from time to time: verifying it, copying it elsewhere."""

from datetime import datetime, timedelta

from django.db.models import Q

from games.log.tables import Upkeep

VERIFY, BACKUP = "verify", "backup"
AFTER_A_DEATH = timedelta(hours=1)  # longer than it takes


def done(name: str, at: datetime, *, good: bool, said: str) -> None:
    """It was done to its end, of what there was ``at`` that moment."""
    Upkeep.objects.update_or_create(name=name, defaults={"at": at, "good": good, "said": said})


def take(name: str, at: datetime, every: timedelta) -> bool:
    """Whether it is due and ours to do: of many who ask at once, one is told so."""
    Upkeep.objects.get_or_create(name=name)
    due = Q(at=None) | Q(at__lte=at - every)
    free = Q(begun_at=None) | Q(begun_at__lte=at - AFTER_A_DEATH)
    return bool(Upkeep.objects.filter(due, free, name=name).update(begun_at=at))


def last(name: str) -> Upkeep:
    """What is known of it, which may be nothing."""
    return Upkeep.objects.filter(name=name).first() or Upkeep(name=name)
