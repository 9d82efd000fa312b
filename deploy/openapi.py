"""The OpenAPI document: made once in a process, the same for everybody, with an ETag."""

import threading
from functools import cache
from hashlib import sha256
from typing import Any

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
_AFTER = 5  # seconds from the start of a process: its first answers come before


_WRITTEN: dict[type[BaseRenderer], tuple[bytes, str]] = {}


@cache
def _document() -> Any:
    make: Any = SchemaGenerator  # which has no types
    return make().get_schema(request=None, public=True)


def written(renderer: type[BaseRenderer] = OpenApiJsonRenderer2) -> tuple[bytes, str]:
    """The document as a renderer writes it, in one language whoever asks, and its ETag."""
    with _LOCK, translation.override(settings.LANGUAGE_CODE):
        if renderer not in _WRITTEN:
            body: Any = renderer().render(_document())
            _WRITTEN[renderer] = body, f'"{sha256(body).hexdigest()[:16]}"'
        return _WRITTEN[renderer]


def begin_early() -> None:
    """Make it in the background a little after the start, so that nobody has to wait for it."""
    timer = threading.Timer(_AFTER, written)
    timer.daemon = True
    timer.start()


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
