"""The bodies of messages: the event, its address and its proof, with ids and never a name."""

from typing import Any, TypedDict
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse

from games.log.digests import timestamp
from games.rest.bodies import IdText, UriText
from tournaments.domain.declarations import News
from tournaments.outbox.rows import Endpoint
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks.news import PING, Message


class EventData(TypedDict):
    """The data of a message; members that do not apply to its kind of news are None.

    ``url``: of the subject over REST. ``event``, ``position`` and ``digest``: of the event in the log; a job
    has none. ``checkpoint``: the last signed head of the log. A test has no tournament.
    """

    tournament: str | None
    round: int | None
    game: IdText | None
    entry: IdText | None
    claim: IdText | None
    job: IdText | None
    event: str | None
    position: int | None
    digest: str | None
    url: UriText
    checkpoint: str | None


EMPTY_DATA: EventData = {
    "tournament": None,
    "round": None,
    "game": None,
    "entry": None,
    "claim": None,
    "job": None,
    "event": None,
    "position": None,
    "digest": None,
    "url": "",
    "checkpoint": None,
}


class PingData(EventData):
    """The data of a ping. ``webhook``: the endpoint under test."""

    webhook: str


class Envelope(TypedDict):
    """A message before it is numbered for an endpoint."""

    type: str
    timestamp: str
    data: Any


def event_message(item: Message, row: TournamentRow, checkpoint: str | None) -> Envelope:
    """Return the message of an event. ``url`` is a path, since its origin depends on the endpoint."""
    recorded = item.recorded
    data: EventData = {
        **EMPTY_DATA,
        "tournament": row.slug,
        "round": item.round,
        "game": item.game_id,
        "entry": item.entry_id,
        "claim": item.claim_id,
        "event": recorded.kind,
        "position": recorded.position,
        "digest": recorded.digest,
        "url": _path(item, row.slug),
        "checkpoint": checkpoint,
    }
    return {"type": item.kind, "timestamp": timestamp(recorded.recorded_at), "data": data}


def job_message(job_id: str, at: str, row: TournamentRow) -> Envelope:
    """Return the message that a job has ended."""
    path = reverse("api:job", args=(job_id,))
    data: EventData = {**EMPTY_DATA, "tournament": row.slug, "job": job_id, "url": path}
    return {"type": News.JOB, "timestamp": at, "data": data}


def ping_message(endpoint: Endpoint, at: str) -> Envelope:
    """Return a test message, with all members of other messages so that receivers can read it."""
    path = reverse("api:webhook", args=(endpoint.organisation.slug, endpoint.pk))
    data: PingData = {**EMPTY_DATA, "webhook": str(endpoint.pk), "url": path}
    return {"type": PING, "timestamp": at, "data": data}


def with_full_url(body: Envelope, origin: str) -> Envelope:
    """Return the message with a full URL, from the settings or from the origin of the endpoint."""
    origins = (one for one in settings.CSRF_TRUSTED_ORIGINS if "*" not in one)
    begins = settings.ADDRESS or next(origins, origin)
    return {**body, "data": {**body["data"], "url": urljoin(begins, body["data"]["url"])}}


def _path(item: Message, slug: str) -> str:
    if item.kind == News.STANDINGS:
        return reverse("api:standings", args=(slug,))
    if item.claim_id:
        return reverse("claim", args=(item.claim_id,))
    if item.kind == News.ENTRY:
        return reverse("api:entry", args=(slug, item.entry_id))
    if item.kind in (News.ROUND_PAIRED, News.ROUND_PUBLISHED, News.ROUND_CLOSED):
        return reverse("api:round", args=(slug, item.round))
    if item.game_id:
        return reverse("api:game", args=(item.game_id,))
    return reverse("api:tournament", args=(slug,))
