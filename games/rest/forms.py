"""Reads in two formats, JSON and CSV: ``standings/`` by ``Accept``, ``standings.csv`` by the address.

Bytes and ETag are the same either way.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import HttpResponse, HttpResponseBase
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.rest.media import CsvRenderer, NullRenderer, is_csv
from games.rest.views import NigiriView

READING = ("GET", "HEAD", "OPTIONS")


class TableView(NigiriView):
    """A view with both formats. ``form``: the suffix of the address, "" if ``Accept`` decides."""

    renderer_classes = (NullRenderer, CsvRenderer)
    forms: ClassVar[Sequence[str]] = tuple(str(one.media_type) for one in renderer_classes)
    form = ""

    def csv(self, body: Any) -> bytes:
        """Return the body of GET as a CSV file."""
        raise NotImplementedError

    def dispatch(self, request: Any, *args: Any, form: str = "", **address: Any) -> HttpResponseBase:
        """Remove the suffix from the arguments of the handlers."""
        self.form = form
        return super().dispatch(request, *args, **address)

    def get_format_suffix(self, **_address: Any) -> str | None:
        return self.form or None

    def get_renderers(self) -> list[BaseRenderer]:
        """Return the renderers; writes respond with the changed object, which is no table."""
        asked: Any = self.request
        is_write = asked is not None and asked.method not in READING
        return [NullRenderer()] if is_write and not self.form else super().get_renderers()

    def finalize_response(  # type: ignore[override]  # as the framework's own
        self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        final = super().finalize_response(request, response, *args, **kwargs)
        if is_csv(request) and final.status_code == 200:
            final["Content-Disposition"] = f'attachment; filename="{_file_name(request.path)}"'
        return final


def suffixed_view(view: type[TableView]) -> Any:
    """Return the view for an address with a suffix: read-only, and not in the API document."""
    return view.as_view(schema=None, http_method_names=[one.lower() for one in READING])


def _file_name(path: str) -> str:
    """Return the name of the file: "open-rounds-3.csv" for "/api/v1/tournaments/open/rounds/3/"."""
    parts = path.removesuffix(".csv").strip("/").split("/")[2:]
    return f"{'-'.join(parts[1:] or parts)}.csv"
