"""How it goes with an endpoint: what waits for it, what was given up, and how the last attempt went."""

from typing import Any

from django.db.models import Count, Min, Q

from tournaments.webhooks.rows import PING, Attempt, DeliveryState, Endpoint

GIVEN_UP = Q(state=DeliveryState.FAILED) & ~Q(kind=PING)
"""Tests are tried once: one that fails is no news lost."""


def condition(endpoint: Endpoint) -> dict[str, Any]:
    """``waiting``, ``failed``: numbers of messages; ``next_at``: the next try; ``last``: the last attempt."""
    waits = Q(state=DeliveryState.WAITING)
    return {
        **endpoint.deliveries.aggregate(
            waiting=Count("pk", filter=waits),
            next_at=Min("next_at", filter=waits),
            failed=Count("pk", filter=GIVEN_UP),
        ),
        "last": Attempt.objects.filter(delivery__endpoint=endpoint).order_by("-at", "-id").first(),
    }
