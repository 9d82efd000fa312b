"""What a view says to the server of streams: this may be followed by whoever asks."""

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse

from tournaments.following.looking import Subject

STREAM = "text/event-stream"
INSTEAD = "application/json", "text/plain"
ASKS = "asks_for_stream"
"""Attribute of a request that the server of streams makes."""


class Granted(HttpResponse):
    """The head of a stream; its server sends the rest."""

    def __init__(self, subject: Subject) -> None:
        super().__init__(
            content_type=STREAM, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )
        self.subject = subject


def may_stream(request: HttpRequest) -> bool:
    """Whether a page may open a stream: this server is one of streams, or what stands in front knows one."""
    return bool(settings.LIVE) or isinstance(request, ASGIRequest)


def asks_for_stream(request: HttpRequest) -> bool:
    """Whether nothing else that these addresses have is wanted as much."""
    return request.get_preferred_type([*INSTEAD, STREAM]) == STREAM


def is_of_streams(request: HttpRequest) -> bool:
    """Whether the server of streams asks."""
    return getattr(request, ASKS, False)


def stream_of(request: HttpRequest, subject: Subject) -> HttpResponse:
    """204 where there is no stream: a browser that is told so does not come again for one."""
    return Granted(subject) if is_of_streams(request) else HttpResponse(status=204)
