"""The remaining quotas of the throttles, in the headers of every response.

As in draft-ietf-httpapi-ratelimit-headers-10: ``RateLimit-Policy: "user";q=1200;w=60``, the quota in requests
and its window in seconds; ``RateLimit: "user";r=1187;t=42``, the remaining requests, and the seconds until
the oldest one leaves the window.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any

from rest_framework.throttling import BaseThrottle

POLICY, LEFT = "RateLimit-Policy", "RateLimit"
HEADERS = (POLICY, LEFT)


def quota_headers(throttles: Sequence[BaseThrottle]) -> dict[str, str]:
    """Return the two headers; none if no throttle counts this request.

    A throttle without a history is of another scope or kind of client.
    """
    counted: list[Any] = [one for one in throttles if getattr(one, "history", None) is not None]
    if not counted:
        return {}
    return {
        POLICY: ", ".join(f'"{one.scope}";q={one.num_requests};w={one.duration}' for one in counted),
        LEFT: ", ".join(f'"{one.scope}";r={_left(one)};t={_until(one)}' for one in counted),
    }


def _left(throttle: Any) -> int:
    return max(0, int(throttle.num_requests) - len(throttle.history))


def _until(throttle: Any) -> int:
    first = throttle.history[-1] if throttle.history else throttle.now
    return max(0, ceil(float(first + throttle.duration - throttle.now)))
