"""Whether, and when, a request is sent again."""

import random
import time
from email.utils import parsedate_to_datetime

import httpx

from .refusals import members

PASSING = {429, 502, 503, 504}
OVERTAKEN = "overtaken"  # the code of a 409 that says: send it again
FIRST, LONGEST = 0.25, 15.0  # seconds
FARTHEST = 86400.0  # seconds: a day, whatever is asked for; sleep() has a limit, too


def pause(response: httpx.Response | None, attempt: int) -> float | None:
    """Seconds until the next attempt; None for an answer that stands. No answer: the connection was cut."""
    if response is None:
        return _growing(attempt)
    if response.status_code not in PASSING and not _overtaken(response):
        return None
    return max(asked(response), _growing(attempt))  # never at once, even where the service asks for 0


def asked(response: httpx.Response) -> float:
    """Seconds that ``Retry-After`` asks for, by number or date: 0 without it, LONGEST if it is neither."""
    said: str = response.headers.get("Retry-After", "0")
    try:
        if said.isascii() and said.isdigit():
            return min(FARTHEST, float(said))
        until = parsedate_to_datetime(said).timestamp()
    except (ValueError, OverflowError):
        return LONGEST
    return min(FARTHEST, max(0.0, until - time.time()))


def _overtaken(response: httpx.Response) -> bool:
    return response.status_code == httpx.codes.CONFLICT and members(response).get("code") == OVERTAKEN


def _growing(attempt: int) -> float:
    """Twice as long each time, and never in step with other clients."""
    return min(LONGEST, FIRST * 2.0**attempt) * random.uniform(0.5, 1.0)
