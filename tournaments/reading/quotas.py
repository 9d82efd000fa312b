"""What an organisation has taken of what it may take."""

from datetime import datetime
from typing import TypedDict

from tournaments.people.quotas.limits import limit_of, quota_of, used
from tournaments.tables.people import Organisation


class QuotaLine(TypedDict):
    """``most`` None: without limit. ``own``: set for this organisation by the operator."""

    limit: str
    used: float
    most: int | None
    own: bool


def quota_lines(organisation: Organisation, at: datetime, jobs: int) -> list[QuotaLine]:
    """One for each limit, in their order. ``jobs``: how many have not ended."""
    quota = quota_of(organisation.pk)
    return [
        {
            "limit": limit.value,
            "used": round(number, 1),
            "most": limit_of(quota, limit),
            "own": getattr(quota, limit) is not None,
        }
        for limit, number in used(quota, at, jobs).items()
    ]
