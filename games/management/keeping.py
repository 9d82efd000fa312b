"""The age of the last verification and of the last backup of the log."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.timesince import timesince

from games.log import upkeep
from games.log.tables import Event, Upkeep
from games.management.findings import Finding


def last_runs() -> Iterator[Finding]:
    """Report both ages and results. No run at all counts as too old when the log itself is that old."""
    yield _describe_run("last verification", upkeep.VERIFY, settings.VERIFY_DAYS, "manage.py verify")
    yield _describe_run(
        "last backup", upkeep.BACKUP, settings.BACKUP_DAYS, "manage.py backup FILE --keys KEYS"
    )


def _describe_run(what: str, name: str, days: int, command: str) -> Finding:
    last, now = upkeep.last_run(name), timezone.now()
    since = last.at or _first_event_at() or now
    late = bool(days) and now - since > timedelta(days=days)
    advice = f"; more than {days} days: run `{command}`" if late else ""
    return Finding(
        what=what, value=_when_and_result(last, now) + advice, ok=not late and last.good is not False
    )


def _when_and_result(last: Upkeep, now: datetime) -> str:
    if last.at is None:
        return "never"
    what = last.said.partition("\n")[0]
    return f"{last.at:%Y-%m-%d %H:%M %Z}, {timesince(last.at, now)} ago: {what}".replace("\xa0", " ")


def _first_event_at() -> datetime | None:
    """Return the time of the log's first event."""
    return Event.objects.order_by("position").values_list("recorded_at", flat=True).first()
