"""The status of an endpoint: its waiting, failed and missed messages, and its last attempt."""

from typing import Any

from django.db.models import Count, Min, Q

from tournaments.outbox.rows import UNENDED, Attempt, Endpoint, JobState
from tournaments.webhooks.kinds import PING

GIVEN_UP = Q(state=JobState.FAILED) & ~Q(kind=PING)
"""A failed test loses no news."""
MISSED = Q(state=JobState.CANCELLED)


def delivery_status(endpoint: Endpoint) -> dict[str, Any]:
    """Return the numbers of waiting and failed messages, the time of the next attempt, and the last one."""
    waits = Q(state__in=UNENDED)
    return {
        **endpoint.messages.aggregate(
            waiting=Count("pk", filter=waits),
            next_at=Min("due_at", filter=waits),
            failed=Count("pk", filter=GIVEN_UP),
        ),
        "last": Attempt.objects.filter(message__endpoint=endpoint).order_by("-at", "-id").first(),
    }


def retention(endpoint: Endpoint) -> dict[str, Any]:
    """Return ``first_kept``, the oldest number still stored, and ``missed``, the number of lost messages.

    ``missed_since``: when the oldest of these was written.
    """
    return endpoint.messages.aggregate(
        first_kept=Min("sequence"),
        missed=Count("pk", filter=MISSED),
        missed_since=Min("asked_at", filter=MISSED),
    )
