"""Content negotiation: by the suffix of the address, else by ``Accept``. Forms, files and pictures."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from operator import itemgetter
from typing import IO, Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import NotAcceptable, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser, DataAndFiles, MultiPartParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings

JSON, CSV, ANY = "application/json", "text/csv", "*/*"
UTF_8 = ("utf-8", "utf8", "us-ascii")


class Verbatim(dict[str, Any]):
    """Data of a stored event, in which an empty text stays one."""


class NullRenderer(JSONRenderer):
    """JSON with null in the place of every empty text: rows and commands have "" for nothing."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        return bytes(super().render(with_nulls(data), accepted_media_type, renderer_context))


def with_nulls(value: Any) -> Any:
    """Return a body with None for every empty text, except in the data of stored events."""
    if value == "":
        return None
    if isinstance(value, Mapping) and not isinstance(value, Verbatim):
        return {name: with_nulls(inner) for name, inner in value.items()}
    return [with_nulls(inner) for inner in value] if isinstance(value, list | tuple) else value


class CsvRenderer(BaseRenderer):
    """The rows of a body as CSV, from ``csv(body)`` of the view."""

    media_type, format, charset = CSV, "csv", "utf-8"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Any = None,
    ) -> bytes:
        view: Any = renderer_context["view"]
        return b"" if data is None else bytes(view.csv(data))


class PreferredNegotiation(DefaultContentNegotiation):
    """Content negotiation with ``q`` and the charset of JSON, which REST framework ignores."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the parser of a body; None if there is none, or it is JSON in another charset."""
        content_type, parameters = parse_header_parameters(request.content_type or "")
        if content_type == JSON and parameters.get("charset", "utf-8").lower() not in UTF_8:
            return None
        return super().select_parser(request, parsers)

    def select_renderer(  # type: ignore[override]  # whose types are those of one class of lists
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Raises Http404 for an unknown suffix, NotAcceptable if no media type is accepted."""
        asked = format_suffix or request.query_params.get(api_settings.URL_FORMAT_OVERRIDE or "")
        if asked:
            chosen: BaseRenderer = self.filter_renderers(renderers, asked)[0]
            return chosen, chosen.media_type or ""
        best = preferred(request._request, [str(one.media_type) for one in renderers])  # noqa: SLF001 - Django's own
        if best is None:
            raise NotAcceptable(available_renderers=renderers)
        one = next(one for one in renderers if one.media_type == best)
        return one, _with_parameters(request._request, best)  # noqa: SLF001 - as above


def preferred(request: HttpRequest, offered: Sequence[str]) -> str | None:
    """Return the most preferred media type, the first of several; None if none is accepted."""
    if not request.META.get("HTTP_ACCEPT", "").strip():
        return offered[0]
    kinds = request.accepted_types_by_precedence
    found = [(one, next((kind for kind in kinds if one == ANY or kind.match(one)), None)) for one in offered]
    fits = [(one, (kind.quality, kind.specificity)) for one, kind in found if kind]
    return max(fits, key=itemgetter(1), default=(None, None))[0]


def _with_parameters(request: HttpRequest, best: str) -> str:
    """Return the media type with its parameters in ``Accept``, such as ``indent`` of JSON."""
    said = [one for one in request.accepted_types if f"{one.main_type}/{one.sub_type}" == best]
    return str(said[0]) if said else best


BYTES = "latin-1"
"""A charset of which each character is a byte: Django replaces what is not in the charset."""


class StrictMultiPartParser(MultiPartParser):
    """Parse multipart/form-data. Raises ParseError (400) for a body that is cut off or not UTF-8."""

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None) -> Any:
        body = stream.read()
        sent = super().parse(BytesIO(body), media_type, {**parser_context, "encoding": BYTES})
        delimiter = b"--" + parse_header_parameters(media_type or "")[1]["boundary"].encode("ascii")
        if not body.rstrip(b"\r\n").endswith(delimiter + b"--"):
            raise ParseError("The body ends before its last boundary.")
        read = sum(len(values) for parts in (sent.data, sent.files) for _, values in parts.lists())
        if read != body.count(delimiter) - 1:
            raise ParseError("A part of the body has no name in UTF-8, or its file has none.")
        texts = QueryDict(mutable=True)
        for name, values in sent.data.lists():
            texts.setlist(name, [_text(name, value) for value in values])
        return DataAndFiles(texts, sent.files)


def _text(name: str, value: str) -> str:
    try:
        return value.encode(BYTES).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"{name[:100]} is not UTF-8: byte {error.start}.") from error


class FileParser(BaseParser):
    """A parser that returns the bytes of the body unchanged."""

    def parse(  # type: ignore[override]  # bytes, as request.data may be
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Any = None
    ) -> bytes:
        return stream.read()


def file_parser(media_type: str) -> type[FileParser]:
    """Return a parser of files of a media type; the client's charset is ignored."""
    return type("FileParser", (FileParser,), {"media_type": media_type})


def file_renderer(media_type: str, suffix: str = "") -> type[BaseRenderer]:
    """Return a renderer that only names the media type: the view responds with the bytes."""
    return type("FileRenderer", (BaseRenderer,), {"media_type": media_type, "format": suffix})


HEADERS = {
    "Cache-Control": "private, no-store",
    "Content-Disposition": 'inline; filename="picture.jpg"',
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


def jpeg(data: bytes) -> HttpResponse:
    return HttpResponse(data, content_type="image/jpeg", headers=HEADERS)
