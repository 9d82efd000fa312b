"""What the throttles have left for whoever asks, said in the headers of every answer.

As draft-ietf-httpapi-ratelimit-headers-10 has it: ``RateLimit-Policy: "user";q=1200;w=60``, the quota in
requests and its window in seconds; ``RateLimit: "user";r=1187;t=42``, how many are left, and the seconds
until the first of those that were sent counts no more.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any

from rest_framework.throttling import BaseThrottle

POLICY, LEFT = "RateLimit-Policy", "RateLimit"
HEADERS = (POLICY, LEFT)


def quotas_said(throttles: Sequence[BaseThrottle]) -> dict[str, str]:
    """The two headers; none where nothing is counted of this request."""
    counted = list(_counted(throttles))
    if not counted:
        return {}
    return {
        POLICY: ", ".join(f'"{one.scope}";q={one.num_requests};w={one.duration}' for one in counted),
        LEFT: ", ".join(f'"{one.scope}";r={_left(one)};t={_until(one)}' for one in counted),
    }


def _counted(throttles: Sequence[BaseThrottle]) -> Iterator[Any]:
    """One of another kind of caller, or of another scope, has counted nothing."""
    return (one for one in throttles if getattr(one, "history", None) is not None)


def _left(throttle: Any) -> int:
    return max(0, int(throttle.num_requests) - len(throttle.history))


def _until(throttle: Any) -> int:
    first = throttle.history[-1] if throttle.history else throttle.now
    return max(0, ceil(float(first + throttle.duration - throttle.now)))
