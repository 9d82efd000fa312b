"""Positions of the log as people write them: a number or a time."""

from datetime import UTC, datetime

from django.db.models import Max

from games.log.tables import Event
from tournaments.loading import stream_of
from tournaments.tables.rows import TournamentRow

LARGEST_POSITION = 2**63 - 1
FAULT = "A position of the log, such as 120, or a time, such as 2026-05-01T18:00:00Z."


def parse_position(row: TournamentRow, text: str) -> int:
    """Return the position for a number or a time (ISO 8601; UTC if it has no offset).

    For a time it is the position of the tournament's last event by then, 0 before the first event. Raises
    ValueError for any other text.
    """
    if text.isascii() and text.isdecimal():
        return _check_position(text)
    events = Event.objects.filter(stream=stream_of(str(row.id)), recorded_at__lte=_parse_time(text))
    return events.aggregate(last=Max("position"))["last"] or 0


def _check_position(digits: str) -> int:
    if len(digits) > len(str(LARGEST_POSITION)) or int(digits) > LARGEST_POSITION:
        raise ValueError(FAULT)
    return int(digits)


def _parse_time(text: str) -> datetime:
    """Parse a time; in an unescaped URL the plus sign of its offset has become a blank."""
    try:
        when = datetime.fromisoformat(text.replace(" ", "+") if "T" in text else text)
        return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)
    except (ValueError, OverflowError):  # an offset may lead to a date out of range
        raise ValueError(FAULT) from None
