"""Deliveries go out: claimed, sent, written down. The database knows what is due; who comes first sends it.

Nothing here runs inside a transaction of somebody else: a receiver may take its time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from uuid import UUID

from django.db import transaction
from django.db.models import Min, Q, QuerySet
from django.utils import timezone

from games.log.canonical import canonical
from tournaments.webhooks import signing
from tournaments.webhooks.claiming import claim
from tournaments.webhooks.posting import Answer, Postman, postman
from tournaments.webhooks.retry_after import asked_again
from tournaments.webhooks.rows import PING, Attempt, Delivery, DeliveryState, Endpoint, EndpointState

SCHEDULE = tuple(timedelta(seconds=seconds) for seconds in (5, 60, 600, 3600, 6 * 3600, 24 * 3600, 24 * 3600))
MOST_TRIES = len(SCHEDULE) + 1
GIVE_UP_AFTER = 5  # messages in a row that could not be delivered
LEASE = timedelta(minutes=2)  # longer than any attempt; a sender that died is replaced after it
MOST_AT_ONCE = 500
KEPT = timedelta(days=30)
GOING_AWAY = {"content-type": "application/json", "user-agent": "Nigiri-Webhooks/1", "connection": "close"}

Clock = Callable[[], datetime]


@dataclass(slots=True, kw_only=True)
class Swept:
    """What a sweep did."""

    delivered: int = 0
    failed: int = 0


def send_due(clock: Clock = timezone.now, by: Postman | None = None, most: int = MOST_AT_ONCE) -> Swept:
    """Send what is due, oldest first, one after the other. Safe to run twice at once.

    An endpoint that fails, or that others are sending to, is left alone for the rest of this sweep.
    """
    swept, by, apart = Swept(), by or postman(), set[UUID]()
    for _ in range(most):
        due = waiting().filter(next_at__lte=clock()).exclude(endpoint_id__in=apart).first()
        if due is None:
            break
        arrived = send_next(due.endpoint_id, clock, by)
        swept.delivered += arrived is True
        swept.failed += arrived is False
        if not arrived:
            apart.add(due.endpoint_id)
    return swept


def endpoints_due(clock: Clock = timezone.now) -> list[UUID]:
    """Those for which a message is due and whom nobody is sending one, the longest waiting first."""
    now = clock()
    free = Q(endpoint__busy_until=None) | Q(endpoint__busy_until__lt=now)
    due = waiting().filter(free, next_at__lte=now).order_by().values("endpoint_id")
    return [row["endpoint_id"] for row in due.annotate(oldest=Min("next_at")).order_by("oldest")]


def send_next(endpoint_id: UUID, clock: Clock = timezone.now, by: Postman | None = None) -> bool | None:
    """Send the endpoint its oldest message that is due. None: there is none, or somebody else is at it."""
    begun = clock()
    mine = Endpoint.objects.filter(pk=endpoint_id)
    if not mine.filter(Q(busy_until=None) | Q(busy_until__lt=begun)).update(busy_until=begun + LEASE):
        return None
    try:
        due = waiting().filter(endpoint_id=endpoint_id, next_at__lte=begun).first()
        return send(due.pk, clock, by) if due else None
    finally:
        mine.update(busy_until=None)


def next_due() -> datetime | None:
    """When the next message is due; None when none waits."""
    return waiting().values_list("next_at", flat=True).first()


def waiting() -> QuerySet[Delivery]:
    """To endpoints that listen, the next one first."""
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, endpoint__state=EndpointState.ACTIVE)
    return waiting.order_by("next_at", "sequence", "id")


def send(delivery_id: UUID, clock: Clock = timezone.now, by: Postman | None = None) -> bool | None:
    """Send one message if it is due. Whether it arrived; None when there was nothing to do."""
    begun = clock()
    claimed = claim(waiting().select_related("endpoint"), delivery_id, begun, LEASE)
    if claimed is None:
        return None
    body = canonical(claimed.payload)
    headers = signing.headers(str(claimed.id), begun, body, _secrets(claimed.endpoint, begun))
    if claimed.sequence is not None:
        headers["webhook-sequence"] = str(claimed.sequence)
    answer = (by or postman()).post(claimed.endpoint.url, GOING_AWAY | headers, body.encode())
    _write_down(claimed, begun, clock(), answer)
    return answer.arrived


def _secrets(endpoint: Endpoint, at: datetime) -> list[str]:
    until = endpoint.old_secret_until
    return [endpoint.secret, *([endpoint.old_secret] if until and at < until else [])]


def _write_down(claimed: Delivery, begun: datetime, ended: datetime, answer: Answer) -> None:
    """The attempt; and what follows from it, unless the message was taken out of our hands meanwhile."""
    with transaction.atomic():
        # The endpoint first, as all others who lock both do.
        endpoint = Endpoint.objects.select_for_update(no_key=True).filter(pk=claimed.endpoint_id).first()
        delivery = Delivery.objects.select_for_update().filter(pk=claimed.pk).first()
        if endpoint is None or delivery is None:
            return
        Attempt.objects.create(
            delivery=delivery,
            at=begun,
            status=answer.status,
            error=answer.error,
            milliseconds=answer.milliseconds,
        )
        if (delivery.state, delivery.next_at) == (DeliveryState.WAITING, claimed.next_at):
            _conclude(delivery, endpoint, ended, answer)


def _conclude(delivery: Delivery, endpoint: Endpoint, at: datetime, answer: Answer) -> None:
    delivery.tries += 1
    gone = answer.status == HTTPStatus.GONE
    if answer.arrived:
        delivery.state, delivery.ended_at = DeliveryState.DELIVERED, at
        endpoint.failures = 0
    elif gone or delivery.tries >= MOST_TRIES or delivery.kind == PING:
        delivery.state, delivery.ended_at = DeliveryState.FAILED, at
        endpoint.failures += delivery.kind != PING
    else:
        delivery.next_at = at + SCHEDULE[delivery.tries - 1]
    if gone or endpoint.failures >= GIVE_UP_AFTER:
        endpoint.state = EndpointState.DISABLED
    endpoint.rests_until = None if answer.arrived else asked_again(answer.retry_after, at)
    if endpoint.rests_until:
        delivery.next_at = max(delivery.next_at, endpoint.rests_until)
        _let_rest(endpoint, endpoint.rests_until)
    delivery.save(update_fields=["tries", "state", "next_at", "ended_at"])
    endpoint.save(update_fields=["failures", "state", "rests_until"])


def _let_rest(endpoint: Endpoint, until: datetime) -> None:
    """Nothing that waits for it is due before."""
    Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING, next_at__lt=until).update(
        next_at=until
    )


def forget(at: datetime) -> int:
    """Delete what ended a month ago, or waits so long for one that does not listen; how many messages."""
    before = at - KEPT
    waits = Q(state=DeliveryState.WAITING, created_at__lt=before) & ~Q(endpoint__state=EndpointState.ACTIVE)
    old = Delivery.objects.filter(Q(ended_at__lt=before) | waits)
    _, by_model = old.delete()
    return by_model.get(Delivery._meta.label, 0)  # noqa: SLF001 - Django's public face
