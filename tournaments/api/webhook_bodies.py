"""What is told of webhooks: bodies of answers, and the lists that close their members."""

from datetime import datetime
from typing import Annotated, Any, TypedDict
from uuid import UUID

from games.rest.bodies import body_from
from tournaments.events.declared import News
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks import commands
from tournaments.webhooks.posting import Failure
from tournaments.webhooks.rows import PING, Delivery, DeliveryState, Endpoint, EndpointState
from tournaments.webhooks.targets import Why

KINDS = [kind.value for kind in News]
MESSAGE_KINDS = [*KINDS, PING]
STATES = [state.value for state in EndpointState]
KindText = Annotated[str, ("enum", MESSAGE_KINDS)]
FailureText = Annotated[str, ("enum", ["", *(str(why) for why in (*Failure, *Why))])]


class WebhookBody(TypedDict):
    """``state``: active, paused, or disabled after five messages in a row that nobody took, or a 410.

    ``rests_until``: as its receiver asked by ``Retry-After``. ``last_sequence``: the number of the message
    that was written last, ``first_kept`` of the oldest that can still be had. ``missed``: messages that were
    written while it did not listen; they are kept for 30 days.
    """

    id: UUID
    url: str
    kinds: list[News]
    tournament: str | None
    tournament_id: Annotated[UUID | None, ("deprecated", True)]
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
    """``error``: empty where the message arrived."""

    at: datetime
    status: int | None
    error: FailureText
    milliseconds: int


class DeliveryBody(TypedDict):
    """``id`` is the ``webhook-id`` of the message; ``state``: waiting, delivered, failed or missed."""

    id: UUID
    sequence: int | None
    kind: KindText
    position: int | None
    payload: object
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
    return {**commands.kept(endpoint), "tournament": slug}


def delivery_body(message: Delivery) -> DeliveryBody:
    attempts = [body_from(AttemptBody, attempt) for attempt in message.attempts.all()]
    return body_from(DeliveryBody, message, attempts=attempts)
