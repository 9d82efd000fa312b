"""When a receiver wants the next message: ``Retry-After``, seconds or a date (RFC 9110, 10.2.3). Pure."""

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

LONGEST = timedelta(hours=24)


def asked_again(text: str, at: datetime) -> datetime | None:
    """The moment, a day after ``at`` at the latest; None for what says none, or one that has passed."""
    text = text.strip()
    if text.isascii() and text.isdecimal():
        wait = timedelta(seconds=int(text)) if len(text) < 9 else LONGEST
    else:
        try:
            then = parsedate_to_datetime(text)
        except ValueError:
            return None
        wait = (then if then.tzinfo else then.replace(tzinfo=UTC)) - at
    return at + min(wait, LONGEST) if wait > timedelta(0) else None
