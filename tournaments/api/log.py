"""The log of a tournament: its events and story, undoing an edit, its version, and its bundle."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games.log.digests import SPECIFICATION_OF_OLD_LOGS, line, timestamp
from games.log.store import StoredEvent, decode_rows
from games.log.tables import Event
from games.log.unit_of_work import Context
from games.rest.bodies import DateTimeText, EventData, IdText, UriText, body_from
from games.rest.media import Verbatim
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.parameters import query_int
from games.rest.views import etag, respond_with_etag
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView, version_after
from tournaments.api.exports import AnyRenderer, BundleThrottle
from tournaments.commands import TakeBackVersion, take_back
from tournaments.interchange.bundle.archive import Zipped, spool_members
from tournaments.interchange.bundle.content import bundle_content, identity_of
from tournaments.reading.log_view import LogView, log_view_for
from tournaments.reading.queries import events_of, name_texts, names_for_log
from tournaments.reading.versions import version_of
from tournaments.story.reading import MOST as LINES_OF_STORY
from tournaments.story.reading import EventLineBody, story_of
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
    def get(self, request: Request, slug: str) -> EventsBody:
        """List the events of a tournament, from which everything else is computed."""
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        events = events_of(row, after, MOST)
        view = log_view_for(row, officer=self.officer(row))
        lines = stored_lines(events, view)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        return {
            "specification": specification_of(row),
            "next": link,
            "results": [event_body(event, view, lines.get(event.version)) for event in events],
        }


def stored_lines(events: Sequence[StoredEvent], view: LogView) -> dict[int, str]:
    """By version: what the digests of these events of one stream cover, where all of the command is shown."""
    if not events:
        return {}
    stream = events[0].stream
    rows = list(Event.objects.filter(command_id__in={event.command_id for event in events}))
    closed: set[UUID] = {
        row.command_id
        for row, event in zip(rows, decode_rows(rows), strict=True)
        if not view.shows_line(event, stream, row.data)
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


def event_body(event: StoredEvent, view: LogView, stored: str | None) -> EventBody:
    """One event; ``stored`` as ``stored_lines`` has it."""
    data: Any
    data, left_out = view.data(event)
    return body_from(
        EventBody,
        event,
        data=None if data is None else Verbatim(data),
        command_id=None if stored is None else str(event.command_id),
        ordinal=None if stored is None else event.ordinal,
        recorded_at=timestamp(event.recorded_at),
        line=stored,
        withheld=left_out,
    )


class TournamentStoryBody(TypedDict):
    next: UriText | None
    results: list[EventLineBody]


class UndoBody(TypedDict):
    """``positions``: of the events that set things back."""

    version: int
    positions: list[int]


class TournamentStory(TournamentView):
    @reads(
        "list_tournament_story",
        "tournament.read",
        TournamentStoryBody,
        parameters=[OpenApiParameter("after", int, description="A version; events after it are told")],
    )
    def get(self, request: Request, slug: str) -> TournamentStoryBody:
        """List everything that happened to a tournament in words, the oldest first.

        The public sees what is published, without the reasons that were typed.
        """
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        officer = may(actor_of(request.user), "tournament.story", tournament_subject(row))
        names = names_for_log(row)
        reader = log_view_for(row, officer=officer, names=names)
        lines = story_of(str(row.id), name_texts(names), after=after, reader=reader, undo=officer)
        last = after + LINES_OF_STORY
        link = request.build_absolute_uri(f"?after={last}") if last < row.version else None
        return {"next": link, "results": lines}


class TournamentUndo(TournamentView):
    operations: ClassVar = {"POST": Operation(TakeBackVersion, "undo_command", match=True)}
    answers: ClassVar[Any] = UndoBody

    def execute(self, row: TournamentRow, command: TakeBackVersion, context: Context) -> list[StoredEvent]:
        return take_back(str(row.id), command.version, command.reason, context)

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> HttpResponse:
        version = version_after(row)
        body: UndoBody = {"version": version, "positions": [one.position for one in stored]}
        return respond_with_etag(body, version=version)


class LiveBody(TypedDict):
    """``version``: another whenever anything changes that an address below the tournament shows."""

    version: str


class Live(TournamentView):
    @reads("get_live_version", "tournament.read", LiveBody)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get the version of all that is shown of a tournament, or 304 while it is the same.

        Programs that need to know of each change register a webhook instead of asking often.
        """
        body: LiveBody = {"version": version_of(self.tournament(slug))}
        return Response(body, headers={"Cache-Control": "private, no-cache"})


class Bundle(TournamentView):
    renderer_classes = (AnyRenderer,)
    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, BundleThrottle)

    @reads(
        "get_tournament_bundle",
        "tournament.read",
        {(200, "application/zip"): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Get all that is needed to check a tournament without this service (/api/docs/log/)."""
        row = self.tournament(slug)
        found = bundle_content(row, timezone.now())
        tag = etag(row.version, self.streams, identity_of(found))
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers=headers)
        headers["Content-Disposition"] = f'attachment; filename="{slug}-bundle.zip"'
        pieces = Zipped(spool_members(found))
        return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)
