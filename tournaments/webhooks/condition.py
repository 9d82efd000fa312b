"""The condition of an endpoint: its waiting and failed messages, and its last attempt."""

from typing import Any

from django.db.models import Count, Min, Q

from tournaments.outbox.rows import UNENDED, Attempt, Endpoint, JobState
from tournaments.webhooks.kinds import PING

GIVEN_UP = Q(state=JobState.FAILED) & ~Q(kind=PING)
"""A test that fails is no news lost."""
MISSED = Q(state=JobState.CANCELLED)


def condition(endpoint: Endpoint) -> dict[str, Any]:
    """``waiting``, ``failed``: numbers of messages; ``next_at``: the next try; ``last``: the last attempt."""
    waits = Q(state__in=UNENDED)
    return {
        **endpoint.messages.aggregate(
            waiting=Count("pk", filter=waits),
            next_at=Min("due_at", filter=waits),
            failed=Count("pk", filter=GIVEN_UP),
        ),
        "last": Attempt.objects.filter(message__endpoint=endpoint).order_by("-at", "-id").first(),
    }


def kept(endpoint: Endpoint) -> dict[str, Any]:
    """``first_kept``: the oldest number that can still be had, if any; ``missed``: messages nobody received.

    ``missed_since``: when the oldest of these was written.
    """
    return endpoint.messages.aggregate(
        first_kept=Min("sequence"),
        missed=Count("pk", filter=MISSED),
        missed_since=Min("asked_at", filter=MISSED),
    )
