"""Write deliveries in the transaction that stores an event; sending begins after its commit."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db.models import Q

from games.claims.queries import games_and_contexts
from games.log.digests import timestamp
from games.log.store import StoredEvent
from games.log.tree import signed_checkpoints
from games.log.unit_of_work import on_stored
from tournaments.domain.declarations import News
from tournaments.jobs.commands import JOBS
from tournaments.outbox.rows import Endpoint, EndpointState, Job, JobState
from tournaments.outbox.running import after_ending
from tournaments.outbox.waking import wake_after_commit
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.webhooks.messages import Envelope, event_message, job_message, with_full_url
from tournaments.webhooks.news import CREATED, MESSAGE, REPORTED, Message, kinds_of, news

STREAM, CLAIM = "tournament-", "claim-"
Claims = Mapping[str, tuple[str, str]]
"""Id of a claim and of its game, by stream."""


@on_stored
def write_deliveries(stored: Sequence[StoredEvent]) -> None:
    """Write a delivery for every endpoint that subscribes to the news.

    A tournament that is created with its results, from a file, is no news.
    """
    announced = [recorded for recorded in stored if kinds_of(recorded.kind)]
    created = {recorded.stream for recorded in stored if recorded.kind == CREATED}
    contexts, claims = _claims_of(announced)
    batches: dict[str, list[StoredEvent]] = defaultdict(list)
    for recorded in announced:
        stream = contexts.get(recorded.stream, recorded.stream)
        if stream.startswith(STREAM) and stream not in created:
            batches[stream].append(recorded)
    for stream, batch in batches.items():
        _write_deliveries_of(UUID(stream.removeprefix(STREAM)), batch, claims)


def _claims_of(announced: Sequence[StoredEvent]) -> tuple[Mapping[str, str], Claims]:
    """Return the streams of the claims' tournaments, and the ids of claims and games."""
    found = games_and_contexts(announced).items()
    own = {stream: (game, context) for stream, (game, context) in found if _is_id(context)}
    return (
        {stream: f"{STREAM}{context}" for stream, (_, context) in own.items()},
        {stream: (stream.removeprefix(CLAIM), game) for stream, (game, _) in own.items()},
    )


def _is_id(context: str) -> bool:
    """Return whether a context is an id; a game outside tournaments has any text."""
    try:
        return bool(UUID(context))
    except ValueError:
        return False


def _write_deliveries_of(tournament_id: UUID, batch: Sequence[StoredEvent], claims: Claims) -> None:
    endpoints = _endpoints_of(tournament_id)
    if not endpoints:
        return
    row = TournamentRow.objects.get(pk=tournament_id)
    signed = signed_checkpoints.latest_checkpoint()
    checkpoint = signed.note if signed else None
    messages = [(item, event_message(item, row, checkpoint)) for item in _news(batch, claims)]
    rows = [
        message(
            endpoint,
            with_full_url(body, endpoint.origin),
            at=item.recorded.recorded_at,
            about=str(item.recorded.position),
        )
        for endpoint in endpoints
        for item, body in messages
        if endpoint.wants(item.kind)
    ]
    _store(rows, endpoints)


@after_ending
def write_job_deliveries(job: Job, at: datetime) -> None:
    """Write a message when a job of a tournament is done or has failed; it makes no event."""
    if job.kind not in JOBS or job.tournament_id is None:
        return
    endpoints = [one for one in _endpoints_of(job.tournament_id) if one.wants(News.JOB)]
    row = TournamentRow.objects.filter(pk=job.tournament_id).first() if endpoints else None
    if row is not None:
        moment = timestamp(at)
        body = job_message(str(job.pk), moment, row)
        rows = [
            message(one, with_full_url(body, one.origin), at=at, about=f"{job.pk}/{moment}")
            for one in endpoints
        ]
        _store(rows, endpoints)


def _store(messages: Sequence[Job], endpoints: Iterable[Endpoint]) -> None:
    """Store messages; each endpoint's first one wakes a worker, which goes on with the others."""
    if messages:
        Job.objects.bulk_create(messages)
        Endpoint.objects.bulk_update(endpoints, ["last_sequence"])
        waiting = [one for one in reversed(messages) if one.state == JobState.QUEUED]
        wake_after_commit(*{one.endpoint_id: one.pk for one in waiting}.values())


def _endpoints_of(tournament_id: UUID) -> Sequence[Endpoint]:
    """Return all endpoints of the tournament's organisation, active or not.

    They are locked until the commit: messages of one endpoint are numbered in sequence, and an endpoint
    deleted before the commit would leave messages with an invalid reference.
    """
    organisation = TournamentRow.objects.filter(pk=tournament_id).values("organisation_id")
    found = Endpoint.objects.select_for_update(no_key=True).filter(organisation__in=organisation)
    return list(found.filter(Q(tournament_id=None) | Q(tournament_id=tournament_id)))


def _news(batch: Sequence[StoredEvent], claims: Claims) -> list[Message]:
    """Return the news of events; of several changes of standings by one command only the last."""
    items = [
        item
        for recorded in batch
        for item in news(recorded, disputed=_is_disputed(recorded), claim=claims.get(recorded.stream))
    ]
    last = max((item.recorded.position for item in items if item.kind == News.STANDINGS), default=0)
    return [item for item in items if item.kind != News.STANDINGS or item.recorded.position == last]


def _is_disputed(recorded: StoredEvent) -> bool:
    if recorded.kind != REPORTED:
        return False
    game = PairingRow.objects.filter(pk=recorded.data["game_id"])
    return game.filter(result_state=ResultState.DISPUTED).exists()


def message(endpoint: Endpoint, body: Envelope, *, at: datetime, about: str, kind: str = MESSAGE) -> Job:
    """Return the endpoint's next message, unsaved like its number; due now or after the receiver's pause.

    ``about``: the event's position, or another identifier of the subject.
    """
    endpoint.last_sequence += 1
    active = endpoint.state == EndpointState.ACTIVE
    return Job(
        id=uuid5(endpoint.id, f"{body['type']}/{about}"),
        kind=kind,
        endpoint=endpoint,
        sequence=endpoint.last_sequence,
        params={**body, "sequence": endpoint.last_sequence},
        state=JobState.QUEUED if active else JobState.CANCELLED,
        asked_at=at,
        due_at=max(at, endpoint.rests_until or at),
        ended_at=None if active else at,
    )
