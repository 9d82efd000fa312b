"""Bodies about webhooks: answers over REST, the messages that are sent, and the lists of their values."""

from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.db.models import TextChoices
from drf_spectacular.utils import OpenApiWebhook

from games.rest.bodies import DateTimeText, IdText, body_from
from tournaments.domain.declarations import News
from tournaments.outbox.rows import Endpoint, EndpointState, Job, JobState
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks.kinds import PING
from tournaments.webhooks.messages import EventData
from tournaments.webhooks.posting import Failure
from tournaments.webhooks.status import retention
from tournaments.webhooks.targets import TargetFault

KINDS = [kind.value for kind in News]
MESSAGE_KINDS = [*KINDS, PING]
STATES = [state.value for state in EndpointState]
KindText = Annotated[str, ("enum", MESSAGE_KINDS)]
FailureText = Annotated[str, ("enum", ["", *(str(why) for why in (*Failure, *TargetFault))])]


class DeliveryState(TextChoices):
    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"
    MISSED = "missed"  # written while the endpoint was paused or disabled; sent when it is asked for


_STATES = {
    JobState.QUEUED: DeliveryState.WAITING,
    JobState.RUNNING: DeliveryState.WAITING,
    JobState.DONE: DeliveryState.DELIVERED,
    JobState.FAILED: DeliveryState.FAILED,
    JobState.CANCELLED: DeliveryState.MISSED,
}


class WebhookBody(TypedDict):
    """``state``: active, paused, or disabled after five messages in a row that nobody took, or a 410.

    ``rests_until``: as its receiver asked by ``Retry-After``. ``last_sequence``: the number of the message
    that was written last, ``first_kept`` of the oldest that can still be had. ``missed``: messages that were
    written while it did not listen; they are kept for 30 days.
    """

    id: UUID
    url: str
    types: list[News]
    tournament: str | None
    state: EndpointState
    failures: int
    rests_until: datetime | None
    last_sequence: int
    first_kept: int | None
    missed: int
    missed_since: datetime | None
    created_at: datetime


class WebhookMadeBody(WebhookBody):
    """``secret`` is shown here and never again."""

    secret: str


class AttemptBody(TypedDict):
    """``error``: null where the message arrived."""

    at: datetime
    status: int | None
    error: FailureText
    milliseconds: int


class MessageDataBody(EventData):
    """Ids and the URL to read; null for what the message is not about. ``webhook``: only in a ping."""

    webhook: NotRequired[IdText]


class MessageBody(TypedDict):
    """A message to a webhook; /help/news/ describes the kinds.

    ``sequence``: its number for this webhook: 1, 2, 3 and so on, without gaps.
    """

    type: KindText
    timestamp: DateTimeText
    sequence: int
    data: MessageDataBody


MESSAGES = OpenApiWebhook(
    "message",
    {
        "post": {
            "operationId": "receive_message",
            "summary": "A message to a webhook",
            "description": "Signed as Standard Webhooks defines it. [How to receive messages](/help/news/).",
            "tags": ["webhooks"],
            "security": [{}],
            "requestBody": {
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Message"}}}
            },
            "responses": {"2XX": {"description": "Received."}, "4XX": {"description": "Sent again later."}},
        }
    },
)


class DeliveryBody(TypedDict):
    """``id`` is the ``webhook-id`` of the message; ``state``: waiting, delivered, failed or missed."""

    id: UUID
    sequence: int | None
    type: KindText
    position: int | None
    payload: MessageBody
    state: DeliveryState
    next_at: datetime
    created_at: datetime
    ended_at: datetime | None
    attempts: list[AttemptBody]


class ResentBody(TypedDict):
    """How many messages, from ``first`` to ``last``; with ``more``, ask again after ``last``."""

    messages: int
    first: int | None
    last: int | None
    more: bool


def webhook_body(endpoint: Endpoint) -> WebhookBody:
    return body_from(WebhookBody, endpoint, **_beside(endpoint))


def made_body(endpoint: Endpoint) -> WebhookMadeBody:
    return body_from(WebhookMadeBody, endpoint, **_beside(endpoint))


def _beside(endpoint: Endpoint) -> dict[str, Any]:
    """What of its body the endpoint's own row does not have."""
    named = TournamentRow.objects.filter(pk=endpoint.tournament_id) if endpoint.tournament_id else None
    slug = named.values_list("slug", flat=True).first() if named is not None else None
    return {**retention(endpoint), "types": endpoint.kinds, "tournament": slug}


def delivery_body(message: Job) -> DeliveryBody:
    payload = message.params
    return body_from(
        DeliveryBody,
        message,
        type=payload["type"],
        position=payload["data"]["position"],
        payload=payload,
        state=_STATES[JobState(message.state)],
        next_at=message.due_at,
        created_at=message.asked_at,
        attempts=[body_from(AttemptBody, attempt) for attempt in message.tries.all()],
    )
