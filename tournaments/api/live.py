"""What changes in a tournament, as it changes."""

from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAcceptable
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.conditional import unless_known
from tournaments.api.base import TournamentView
from tournaments.following.granting import STREAM, is_of_streams, stream_of
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

    def get_renderers(self) -> list[BaseRenderer]:
        """What this server has: streams are of another."""
        is_here = self.request is None or is_of_streams(self.request._request)  # noqa: SLF001 - its server has marked it
        return [JSONRenderer(), EventStream()] if is_here else [JSONRenderer()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whoever wants a stream of what is not there learns that first."""
        try:
            super().initial(request, *args, **kwargs)
        except NotAcceptable:
            self.check_throttles(request)
            self.tournament(kwargs["slug"])
            raise

    @extend_schema(
        operation_id="get_live_version",
        parameters=[
            OpenApiParameter(
                "Last-Event-ID", str, "header", description="The last version that was seen of a stream"
            )
        ],
        responses={(200, "application/json"): LiveBody, (200, STREAM): OpenApiTypes.STR, 304: None},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get the version of all that is shown of a tournament, or follow its changes (SSE).

        Messages `result`, `ruling`, `round` and `standings` say what changed, as far as it is published;
        `version`, with the id, comes last. A stream lasts ten minutes, is resumed with `Last-Event-ID`, and
        is full with 503. 406: this server has no streams; ask for JSON with `If-None-Match` instead.
        """
        row = self.tournament(slug)
        if request.accepted_renderer.media_type == STREAM:
            return stream_of(request._request, Subject(tournament=row.pk))  # noqa: SLF001 - as above
        body: LiveBody = {"version": version_of(row)}
        headers = {"ETag": f'"{body["version"]}"', "Cache-Control": "private, no-cache"}
        return unless_known(request._request, Response(body, headers=headers))  # noqa: SLF001 - Django's own
