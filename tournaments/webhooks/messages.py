"""The bodies of messages: what happened, where to look, what proves it. Ids only, never a name."""

from typing import Any, TypedDict
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse

from games.log.digests import timestamp
from tournaments.domain.declarations import News
from tournaments.outbox.rows import Endpoint
from tournaments.tables.rows import TournamentRow
from tournaments.webhooks.kinds import PING
from tournaments.webhooks.news import Message


class Told(TypedDict):
    """``url``: of what the news is about, over REST. What the kind of news is not about is None.

    A test is about the webhook itself, and so about no tournament.

    ``event``, ``position`` and ``digest``: of the event in the log; a job has none. ``checkpoint``: the last
    signed head of the log.
    """

    tournament: str | None
    round: int | None
    game: str | None
    entry: str | None
    claim: str | None
    job: str | None
    event: str | None
    position: int | None
    digest: str | None
    url: str
    checkpoint: str | None


NOTHING: Told = {
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


class Tried(Told):
    """Of a ping: which webhook is tried."""

    webhook: str


class Envelope(TypedDict):
    """A message before it is numbered for an endpoint."""

    type: str
    timestamp: str
    data: Any


def of_event(item: Message, row: TournamentRow, checkpoint: str | None) -> Envelope:
    """``url`` is a path yet: it depends on the endpoint what it begins with."""
    recorded = item.recorded
    data: Told = {
        **NOTHING,
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


def of_job(job_id: str, at: str, row: TournamentRow) -> Envelope:
    """A job ended; how, its address says."""
    path = reverse("api:job", args=(job_id,))
    data: Told = {**NOTHING, "tournament": row.slug, "job": job_id, "url": path}
    return {"type": News.JOB, "timestamp": at, "data": data}


def of_ping(endpoint: Endpoint, at: str) -> Envelope:
    """All members of other messages, so that a receiver reads it as it reads those."""
    path = reverse("api:webhook", args=(endpoint.organisation.slug, endpoint.pk))
    data: Tried = {**NOTHING, "webhook": str(endpoint.pk), "url": path}
    return {"type": PING, "timestamp": at, "data": data}


def addressed(body: Envelope, origin: str) -> Envelope:
    """With a full address: as the settings name this service, else as the endpoint's maker reached it."""
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
        return reverse("api:pair", args=(slug, item.game_id))
    return reverse("api:tournament", args=(slug,))
