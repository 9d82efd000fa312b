"""The OpenAPI document: made once for all processes of a web server, the same for everybody, with an ETag."""

import os
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from typing import IO, Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_LOCK = threading.Lock()  # two threads that ask at once would both make it
LENGTH = 8  # bytes before the document in the file that processes share: its size
_AFTER = 5  # seconds from the start of a process: its first answers come before


_SHARED: dict[type[BaseRenderer], IO[bytes]] = {}
_WRITTEN: dict[type[BaseRenderer], tuple[bytes, str]] = {}


@cache
def _document() -> Any:
    make: Any = SchemaGenerator  # which has no types
    return make().get_schema(request=None, public=True)


def _rendered(renderer: type[BaseRenderer]) -> bytes:
    body: Any = renderer().render(_document())
    return body.encode() if isinstance(body, str) else bytes(body)


def written(renderer: type[BaseRenderer] = OpenApiJsonRenderer2) -> tuple[bytes, str]:
    """The document as a renderer writes it, in one language whoever asks, and its ETag."""
    with _LOCK, translation.override(settings.LANGUAGE_CODE):
        if renderer not in _WRITTEN:
            body = among_processes(renderer, partial(_rendered, renderer))
            _WRITTEN[renderer] = body, f'"{sha256(body).hexdigest()[:16]}"'
        return _WRITTEN[renderer]


def begin_early() -> None:
    """Make it in the background a little after the start, so that nobody has to wait for it."""
    timer = threading.Timer(_AFTER, written)
    timer.daemon = True
    timer.start()


def share() -> None:
    """In the process that forks the others: whichever of them makes the document first makes it for all."""
    _SHARED[OpenApiJsonRenderer2] = tempfile.TemporaryFile()  # noqa: SIM115 - it stays open in all of them


def among_processes(renderer: type[BaseRenderer], make: Callable[[], bytes]) -> bytes:
    """What one of them made already, else what this one makes now, while the others wait for it."""
    if (shared := _SHARED.get(renderer)) is None:
        return make()
    import fcntl  # noqa: PLC0415 - not on Windows, where no process forks

    file = shared.fileno()
    fcntl.lockf(file, fcntl.LOCK_EX)
    try:
        if size := int.from_bytes(os.pread(file, LENGTH, 0), "big"):
            return os.pread(file, size, LENGTH)
        body = make()
        with suppress(OSError):  # without room there each makes its own
            if os.pwrite(file, body, LENGTH) == len(body):
                os.pwrite(file, len(body).to_bytes(LENGTH, "big"), 0)  # last: it can be killed in between
        return body
    finally:
        fcntl.lockf(file, fcntl.LOCK_UN)


@method_decorator(gzip_page, name="dispatch")
class Schema(SpectacularAPIView):
    """No account is asked for, and none changes a letter."""

    authentication_classes = ()
    permission_classes = ()

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """As JSON or YAML, whichever is accepted."""
        renderer = type(request.accepted_renderer)
        body, tag = written(renderer)
        response = HttpResponse(body, content_type=renderer.media_type)
        response["ETag"], response["Cache-Control"] = tag, "public, max-age=300"
        return get_conditional_response(request._request, etag=tag, response=response) or response  # noqa: SLF001  # Django's own
