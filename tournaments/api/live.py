"""What changes in a tournament, as it changes."""

from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAcceptable
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import TournamentView
from tournaments.following.granting import STREAM, asks_for_stream, is_of_streams, stream_of
from tournaments.following.looking import Subject
from tournaments.reading.live import version_of


class LiveBody(TypedDict):
    """``version``: another whenever anything changes that an address below the tournament shows."""

    version: str


class EventStream(BaseRenderer):
    """Of answers that its server sends piece by piece; what it is asked to render is a refusal."""

    media_type = STREAM
    format = "events"

    def render(self, data: Any, *_: Any) -> bytes:
        return JSONRenderer().render(data)


class Live(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}
    renderer_classes = (JSONRenderer, EventStream)

    @extend_schema(
        operation_id="live",
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, "header", description="The last version that was seen of a stream"
            )
        ],
        responses={(200, "application/json"): LiveBody, (200, STREAM): OpenApiTypes.STR, 304: None},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The version of all that is shown of the tournament, or server-sent events whenever it changes.

        Messages `result`, `ruling`, `round` and `standings` say what changed, as far as it is published;
        `version`, with the id, comes last. A stream lasts ten minutes, is resumed with `Last-Event-ID`, and
        is full with 503. 406: this server has no streams; ask for JSON with `If-None-Match` instead.
        """
        row = self.tournament(slug)
        if asks_for_stream(request):
            if not is_of_streams(request._request):  # noqa: SLF001 - its server has marked it
                raise NotAcceptable
            return stream_of(request._request, Subject(tournament=row.pk))  # noqa: SLF001
        etag = f'"{(version := version_of(row))}"'
        body: LiveBody = {"version": version}
        known = request.headers.get("If-None-Match", "")
        if etag in known or known == "*":
            return Response(status=304, headers={"ETag": etag})
        return Response(body, headers={"ETag": etag, "Cache-Control": "private, no-cache"})
