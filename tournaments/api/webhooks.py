"""Webhooks of an organisation: where its news goes, what was sent, and what came of it.

Messages are signed as Standard Webhooks has it (https://www.standardwebhooks.com) and are repeated until they
are answered with 2xx, at most eight times in about two days; a receiver knows a repetition by ``webhook-id``
and a lost message by ``sequence``: the help has a page on writing one.
"""

from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict
from uuid import UUID

from django.db.models import TextChoices
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiWebhook
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.bodies import DateTimeText, IdText, body_from, page
from games.rest.operated import reads, writes
from games.rest.paging import PAGE, lists, paged
from games.rest.parameters import query_int
from games.rest.views import context_of, created
from tournaments.api.base import OrganisationView, tournament_of_organisation
from tournaments.api.resources import ViewSet
from tournaments.domain.declarations import News
from tournaments.outbox.rows import LONGEST_URL, Endpoint, EndpointState, Job, JobState
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks import commands
from tournaments.webhooks.commands import retention
from tournaments.webhooks.messages import EventData
from tournaments.webhooks.news import PING
from tournaments.webhooks.posting import Failure, default_sender
from tournaments.webhooks.targets import TargetFault

KINDS = [kind.value for kind in News]
MESSAGE_KINDS = [*KINDS, PING]
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
    """A message to a webhook; /help/news/ describes the types.

    It has ids and an address and never the body found there, which may have changed by then and which not
    everybody may read. ``sequence``: its number for this webhook: 1, 2, 3 and so on, without gaps.
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


def webhook_body(endpoint: Endpoint, body: type[Any] = WebhookBody) -> Any:
    named = TournamentRow.objects.filter(pk__in=[endpoint.tournament_id]).values_list("slug", flat=True)
    return body_from(body, endpoint, **retention(endpoint), types=endpoint.kinds, tournament=named.first())


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


DELIVERIES = "api:webhook-deliveries"
MOST = 2**63 - 1
ORDERS = {"created_at": ("created_at", "id")}


class WebhookIn(serializers.Serializer[Any]):
    """``tournament`` (a slug): news of this one alone; without it, of all.

    ``standings`` is sent after every event that can change them: of results, byes, absences, entries, pairs,
    rounds, teams and settings. Officers are told at once, also of what is not public yet.
    """

    url = serializers.CharField(max_length=LONGEST_URL)
    types = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS), min_length=1, max_length=len(KINDS), source="kinds"
    )
    tournament = serializers.SlugField(max_length=60, required=False, allow_null=True)


class WebhookChanges(WebhookIn):
    """``paused`` false: listen again, also after it was disabled. News of before is sent if asked for."""

    paused = serializers.BooleanField()


class ResendIn(serializers.Serializer[Any]):
    """One of the two: a number, of which the messages after it are meant, or a moment."""

    after = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
    since = serializers.DateTimeField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if len(attrs) != 1:
            raise serializers.ValidationError({"after": ["Give either after or since."]})
        return attrs


class WebhookViewSet(ViewSet, OrganisationView):
    lookup_url_kwarg = "webhook_id"

    def get_throttles(self) -> list[Any]:
        """Writes resolve names and send to other people's machines: they have a limit of their own."""
        if self.request.method not in ("GET", "HEAD", "OPTIONS"):
            self.throttle_scope = "webhooks"
        return super().get_throttles()

    def endpoint(self, slug: str, webhook_id: UUID) -> Endpoint:
        return get_object_or_404(Endpoint, organisation=self.organisation(slug), pk=webhook_id)

    def values(self, given: dict[str, Any], organisation: Organisation) -> dict[str, Any]:
        """The body as columns of Endpoint."""
        if "kinds" in given:
            given["kinds"] = [kind for kind in News if kind in given["kinds"]]
        if "tournament" in given:
            given["tournament_id"] = tournament_of_organisation(given.pop("tournament"), organisation)
        if "paused" in given:
            given["state"] = EndpointState.PAUSED if given.pop("paused") else EndpointState.ACTIVE
        return given

    @lists("list_webhooks", "webhook.read", WebhookBody, make=webhook_body, orders=ORDERS)
    def list(self, request: Request, slug: str) -> Any:
        """List the webhooks of an organisation."""
        return Endpoint.objects.filter(organisation=self.organisation(slug))

    @writes("add_webhook", "webhook.change", {201: WebhookMadeBody}, request=WebhookIn, secret=True)
    def create(self, request: Request, slug: str) -> Response:
        """Add a webhook."""
        organisation = self.organisation(slug)
        origin = request.build_absolute_uri("/")[:-1]
        values = {**self.values(self.body(WebhookIn), organisation), "origin": origin}
        endpoint = commands.add_endpoint(organisation, values, context_of(request), default_sender())
        return created(webhook_body(endpoint, WebhookMadeBody), "api:webhook", slug, endpoint.pk)

    @reads("get_webhook", "webhook.read", WebhookBody)
    def retrieve(self, request: Request, slug: str, webhook_id: UUID) -> Any:
        """Get a webhook."""
        return webhook_body(self.endpoint(slug, webhook_id))

    @writes("change_webhook", "webhook.change", WebhookBody, request=WebhookChanges(partial=True))
    def partial_update(self, request: Request, slug: str, webhook_id: UUID) -> Any:
        """Change, pause or resume a webhook."""
        endpoint = self.endpoint(slug, webhook_id)
        values = self.values(self.body(WebhookChanges, partial=True), endpoint.organisation)
        return webhook_body(commands.change_endpoint(endpoint, values, default_sender()))

    @writes("delete_webhook", "webhook.change")
    def destroy(self, request: Request, slug: str, webhook_id: UUID) -> None:
        """Delete a webhook."""
        commands.delete_endpoint(self.endpoint(slug, webhook_id))

    @writes("renew_webhook_secret", "webhook.change", {201: WebhookMadeBody}, secret=True)
    @action(detail=True, methods=["post"])
    def secret(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Make a new secret; the old one also signs for 24 hours."""
        endpoint = commands.rotate_secret(self.endpoint(slug, webhook_id), context_of(request))
        return created(webhook_body(endpoint, WebhookMadeBody), "api:webhook", slug, webhook_id)

    @writes("test_webhook", "webhook.change", {202: DeliveryBody})
    @action(detail=True, methods=["post"])
    def test(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Send a `ping`; the deliveries have its outcome."""
        message = commands.ping(self.endpoint(slug, webhook_id), context_of(request))
        return created(delivery_body(message), DELIVERIES, slug, webhook_id, status=202)

    @reads(
        "list_webhook_deliveries",
        "webhook.read",
        page(DeliveryBody),
        parameters=[*PAGE, OpenApiParameter("after", int, description="A sequence number.")],
    )
    @action(detail=True)
    def deliveries(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """List the messages of the last month with every attempt, the newest first.

        With ``after``, the messages numbered after it, the oldest first.
        """
        rows = self.endpoint(slug, webhook_id).messages.prefetch_related("tries")
        after = query_int(request, "after", low=0, high=MOST)
        if after is None:
            return paged(self, rows, delivery_body, ordering=("-asked_at", "id"))
        return paged(self, rows.filter(sequence__gt=after), delivery_body, ordering=("sequence",))

    @writes("resend_webhook_messages", "webhook.change", {202: ResentBody}, request=ResendIn)
    @action(detail=True, methods=["post"])
    def resend(self, request: Request, slug: str, webhook_id: UUID) -> Response:
        """Send all messages after a number or a moment again, in order, under the same ids.

        At most the first 1000. Messages missed while the webhook was paused or disabled are included.
        """
        endpoint, asked = self.endpoint(slug, webhook_id), self.body(ResendIn)
        if asked.get("after", 0) > endpoint.last_sequence:
            said = f"The last number that was given is {endpoint.last_sequence}."
            raise serializers.ValidationError({"after": [said]})
        resent = commands.resend(endpoint, timezone.now(), **asked)
        return created(body_from(ResentBody, resent), DELIVERIES, slug, webhook_id, status=202)

    @writes("replay_webhook_delivery", "webhook.change", {202: DeliveryBody})
    @action(detail=True, methods=["post"], url_path="deliveries/<uuid:delivery_id>/replay")
    def replay(self, request: Request, slug: str, webhook_id: UUID, delivery_id: UUID) -> Response:
        """Send a message again, under the same id."""
        endpoint = self.endpoint(slug, webhook_id)
        get_object_or_404(endpoint.messages, pk=delivery_id)
        message = commands.replay(endpoint, delivery_id, timezone.now())
        return created(delivery_body(message), DELIVERIES, slug, webhook_id, status=202)
