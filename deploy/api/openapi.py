"""The OpenAPI document over HTTP: generated once per process, public, with an ETag."""

from functools import cache
from json import dumps
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils import translation
from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class CompactJson(OpenApiJsonRenderer2):
    """The document as JSON without spaces, half as long."""

    def render(self, data: Any, media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class CompactOpenApi(CompactJson):
    """The same under the media type of OpenAPI."""

    media_type = OpenApiJsonRenderer.media_type
    format = OpenApiJsonRenderer.format


@cache
def render_document(renderer: type[BaseRenderer] = CompactJson) -> bytes:
    """Return the document as a renderer writes it, in the default language."""
    make: Any = SchemaGenerator  # which has no types
    with translation.override(settings.LANGUAGE_CODE):
        body: Any = renderer().render(make().get_schema(request=None, public=True))
    return body.encode() if isinstance(body, str) else bytes(body)


@method_decorator((gzip_page, conditional_page, cache_control(public=True, max_age=300)), name="dispatch")
class Schema(SpectacularAPIView):
    """The OpenAPI document; public."""

    authentication_classes = ()
    permission_classes = ()
    renderer_classes: list[type[BaseRenderer]] = [
        CompactOpenApi,
        CompactJson,
        OpenApiYamlRenderer,
        OpenApiYamlRenderer2,
    ]

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Return JSON or YAML, as the request accepts."""
        renderer = type(request.accepted_renderer)
        body = render_document(renderer)  # type: ignore[arg-type]  # classes are hashable
        return HttpResponse(body, content_type=renderer.media_type)
