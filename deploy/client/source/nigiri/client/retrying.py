"""Whether, and when, a request is sent again."""

import random
import time
from email.utils import parsedate_to_datetime

import httpx

PASSING = {429, 502, 503, 504}
OVERTAKEN = "overtaken"  # the code of a 409 that says: send it again
FIRST, LONGEST = 0.25, 15.0  # seconds


def pause(response: httpx.Response | None, attempt: int) -> float | None:
    """Seconds until the next attempt; None for an answer that stands. No answer: the connection was cut."""
    if response is None:
        return _growing(attempt)
    if response.status_code not in PASSING and not _overtaken(response):
        return None
    return asked(response) if "Retry-After" in response.headers else _growing(attempt)


def asked(response: httpx.Response) -> float:
    """What ``Retry-After`` asks for: seconds, or a date."""
    said: str = response.headers["Retry-After"]
    if said.isdigit():
        return int(said)
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return LONGEST
    return max(0.0, until.timestamp() - time.time())


def _overtaken(response: httpx.Response) -> bool:
    if response.status_code != httpx.codes.CONFLICT:
        return False
    try:
        return bool(response.json()["code"] == OVERTAKEN)
    except (ValueError, KeyError, TypeError):
        return False


def _growing(attempt: int) -> float:
    """Twice as long each time, and never in step with other clients."""
    return min(LONGEST, FIRST * 2.0**attempt) * random.uniform(0.5, 1.0)
