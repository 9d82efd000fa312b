"""The tournament's own log. Of what the public is not told, the digest alone is; nobody's reasons are."""

from collections.abc import Sequence
from typing import Any, TypedDict
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.digests import SPECIFICATION_OF_OLD_LOGS, line, timestamp
from games.log.store import StoredEvent, decode_rows
from games.log.tables import Event
from games.rest.bodies import DateTimeText, EventData, IdText, UriText
from games.rest.media import Verbatim
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView, query_int
from tournaments.reading.log_view import LogView, log_view_for
from tournaments.reading.queries import events_of
from tournaments.tables.rows import TournamentRow

MOST = 200


class EventBody(TypedDict):
    """``digest`` = sha256 of the digest before and ``line``, the stored event as canonical JSON.

    ``kind`` and ``data`` are in today's form. ``line``, and whose command it was, is null unless everything
    that the command stored may be read. ``withheld``: members of ``data`` that are empty here and were not: a
    reason is for officers, a secret for nobody before its round, and ``line`` has a salted commitment to it.
    """

    position: int
    stream: str
    version: int
    kind: str
    data: EventData | None
    actor: str
    command_id: IdText | None
    ordinal: int | None
    recorded_at: DateTimeText
    digest: str
    line: str | None
    withheld: list[str]


class EventsBody(TypedDict):
    """``specification``: the version of the format of this log, as /api/docs/log/ has it."""

    specification: str
    next: UriText | None
    results: list[EventBody]


class EventList(TournamentView):
    @reads(
        "list_tournament_events",
        "tournament.read",
        EventsBody,
        parameters=[OpenApiParameter("after", int, description="A version; events after it are returned")],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List the events of a tournament, from which everything else is computed."""
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        events = events_of(row, after, MOST)
        told = log_view_for(row, officer=self.officer(row))
        lines = stored_lines(events, told)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        body: EventsBody = {
            "specification": specification_of(row),
            "next": link,
            "results": [event_body(event, told, lines.get(event.version)) for event in events],
        }
        return respond_with_etag(body, version=row.version)


def stored_lines(events: Sequence[StoredEvent], told: LogView) -> dict[int, str]:
    """By version: what the digests of these events of one stream cover, where all of the command is told."""
    if not events:
        return {}
    stream = events[0].stream
    rows = list(Event.objects.filter(command_id__in={event.command_id for event in events}))
    closed: set[UUID] = {
        row.command_id
        for row, event in zip(rows, decode_rows(rows), strict=True)
        if not told.shows_line(event, stream, row.data)
    }
    return {
        row.version: line(row, row.position - (row.joined or 0))
        for row in rows
        if row.stream == stream and row.command_id not in closed
    }


def specification_of(row: TournamentRow) -> str:
    """What the first event says; of old logs that say nothing, the first version."""
    [created] = events_of(row, 0, 1)
    return created.data.get("specification") or SPECIFICATION_OF_OLD_LOGS


def event_body(event: StoredEvent, told: LogView, stored: str | None) -> EventBody:
    """One event; ``stored`` as ``stored_lines`` has it."""
    data: Any
    data, left_out = told.data(event)
    return {
        "position": event.position,
        "stream": event.stream,
        "version": event.version,
        "kind": event.kind,
        "data": None if data is None else Verbatim(data),
        "actor": event.actor,
        "command_id": None if stored is None else str(event.command_id),
        "ordinal": None if stored is None else event.ordinal,
        "recorded_at": timestamp(event.recorded_at),
        "digest": event.digest,
        "line": stored,
        "withheld": left_out,
    }
