"""A place in the log as people say it: by its position, or by a time."""

from datetime import UTC, datetime

from django.db.models import Max

from games.log.tables import Event
from tournaments.loading import stream_of
from tournaments.tables.rows import TournamentRow

LARGEST_POSITION = 2**63 - 1
FAULT = "A position of the log, such as 120, or a time, such as 2026-05-01T18:00:00Z."


def position_of(row: TournamentRow, said: str) -> int:
    """The position that is meant: of the tournament's last event at a time (ISO 8601; UTC if not told).

    0 for a time before its first event. ValueError for what is neither.
    """
    if said.isascii() and said.isdecimal():
        return _within(said)
    events = Event.objects.filter(stream=stream_of(str(row.id)), recorded_at__lte=_moment(said))
    return events.aggregate(last=Max("position"))["last"] or 0


def _within(digits: str) -> int:
    if len(digits) > len(str(LARGEST_POSITION)) or int(digits) > LARGEST_POSITION:
        raise ValueError(FAULT)
    return int(digits)


def _moment(said: str) -> datetime:
    """The plus sign before an offset is a blank in an address where nobody has escaped it."""
    try:
        when = datetime.fromisoformat(said.replace(" ", "+") if "T" in said else said)
        return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # an offset may lead out of the calendar
        raise ValueError(FAULT) from None
