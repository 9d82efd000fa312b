"""The limits of an organisation, what it has used of each, and the refusal.

| limit | counts | checked by |
|---|---|---|
| tournaments | all that it has, archived too | making one, also from a file |
| imports | files read in on a day, in UTC | a tournament, a newer save, a table of players, a rating list |
| import_mb | their megabytes | the same |
| storage_mb | records, words and pictures of claims as they came | receiving one |
| jobs | those that have not ended | asking for one |

All are checked with the writers' turn in hand, jobs with the organisation's row: of two at once one sees the
other.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.log import store
from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.tables.people import Organisation
from tournaments.tables.quotas import Quota
from tournaments.tables.rows import TournamentRow

MB = 1_000_000


class Limit(StrEnum):
    TOURNAMENTS = "tournaments"
    IMPORTS = "imports"
    IMPORT_MB = "import_mb"
    STORAGE_MB = "storage_mb"
    JOBS = "jobs"


SAID: Mapping[Limit, str] = {
    Limit.TOURNAMENTS: marked("Tournaments: %(used)s of %(limit)s."),
    Limit.IMPORTS: marked("Files opened today: %(used)s of %(limit)s."),
    Limit.IMPORT_MB: marked("Files opened today: at most %(limit)s MB."),
    Limit.STORAGE_MB: marked("Records and pictures: at most %(limit)s MB."),
    Limit.JOBS: marked("Jobs that have not ended: %(used)s of %(limit)s."),
}

register(
    {
        "quota_exceeded": Code(
            status=409,
            title=marked("The organisation has reached a limit of this service."),
            advice=marked("Wait, clear what is not needed, or ask whoever runs the service for more."),
        )
    }
)


def quota_of(organisation_id: UUID) -> Quota:
    """The row, as yet unsaved where there was none."""
    return Quota.objects.filter(pk=organisation_id).first() or Quota(organisation_id=organisation_id)


def limit_of(quota: Quota, limit: Limit) -> int | None:
    """What holds for it; None: no limit."""
    own = getattr(quota, limit)
    return (settings.QUOTAS[limit] if own is None else own) or None


def need(quota: Quota, limit: Limit, used: float) -> None:
    """Refuse with ``quota_exceeded`` where ``used`` would be beyond the limit, the new one included."""
    most = limit_of(quota, limit)
    if most is not None and used > most:
        before = int(used) - 1
        message = marked(SAID[limit], used=before, limit=most)
        refuse("quota_exceeded", limit_of=limit.value, limit=most, message=message)


def need_tournament(organisation_id: UUID) -> None:
    """One more may be made."""
    store.take_turn()
    have = TournamentRow.objects.filter(organisation_id=organisation_id).count()
    need(quota_of(organisation_id), Limit.TOURNAMENTS, have + 1)


def count_import(organisation_id: UUID, size: int, at: datetime) -> None:
    """A file of ``size`` bytes is opened."""
    store.take_turn()
    quota = quota_of(organisation_id)
    if quota.day != at.date():
        quota.day, quota.day_imports, quota.day_bytes = at.date(), 0, 0
    quota.day_imports, quota.day_bytes = quota.day_imports + 1, quota.day_bytes + size
    need(quota, Limit.IMPORTS, quota.day_imports)
    need(quota, Limit.IMPORT_MB, quota.day_bytes / MB)
    quota.save()


def count_stored(organisation_id: UUID, size: int) -> None:
    """Of a record or of evidence ``size`` bytes are kept."""
    store.take_turn()
    quota = quota_of(organisation_id)
    quota.stored_bytes += size
    need(quota, Limit.STORAGE_MB, quota.stored_bytes / MB)
    if Organisation.objects.filter(pk=organisation_id).exists():
        quota.save()


def raise_limits(organisation: Organisation, limits: Mapping[str, int | None]) -> Quota:
    """As the operator says; None: the service's own."""
    with transaction.atomic():
        store.take_turn()
        quota = quota_of(organisation.pk)
        for name, value in limits.items():
            setattr(quota, Limit(name), value)
        quota.save()
    return quota


def used(quota: Quota, at: datetime, jobs: int) -> dict[Limit, Any]:
    """By limit, what is taken of it now; megabytes with their fractions."""
    today = quota.day == at.date()
    return {
        Limit.TOURNAMENTS: TournamentRow.objects.filter(organisation_id=quota.organisation_id).count(),
        Limit.IMPORTS: quota.day_imports if today else 0,
        Limit.IMPORT_MB: quota.day_bytes / MB if today else 0,
        Limit.STORAGE_MB: quota.stored_bytes / MB,
        Limit.JOBS: jobs,
    }
