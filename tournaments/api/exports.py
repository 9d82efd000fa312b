"""The tournament as other programs read it. What a format cannot hold is reported."""

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import translation
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import UserRateThrottle

from games.refusals import refuse
from games.rest.bodies import UriText, body_from
from games.rest.media import file_renderer
from games.rest.operated import reads
from games.rest.parameters import query_int
from games.speaking import translate
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView
from tournaments.formats.exports import FORMATS, Format, file_name
from tournaments.formats.outgoing import Outgoing
from tournaments.interchange.bundles import BUNDLES, Bundle
from tournaments.interchange.exporting import outgoing, public_outgoing

WARNINGS = "Nigiri-Warnings"
KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=[*FORMATS, *BUNDLES], description="Format")
ROUND = OpenApiParameter("round", int, description="Only this round; of records of games (sgf)")
AT = OpenApiParameter("position", int, description="As the log told it at this position; else now")


AnyRenderer = file_renderer("*/*", "file")
"""Admits every Accept: the view answers with the bytes of its format."""


class BundleThrottle(UserRateThrottle):
    """A limit on bundles: a large one takes seconds of a processor."""

    scope, rate = "bundle", "30/min"


class ExportView(TournamentView):
    """Of a public tournament everybody has JSON and records, with what is published alone."""

    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, BundleThrottle)
    least_right = "tournament.read"

    @property
    def right(self) -> str:
        public = self.kwargs.get("kind") in BUNDLES and "position" not in self.request.query_params
        return self.least_right if public else super().right

    def written(self, slug: str, kind: str) -> tuple[Outgoing, bytes | Iterator[bytes], Sequence[str], str]:
        """Return the tournament, its file, the warnings, and why the file is kept back, "" if it is not.

        As of now, or of ``?position=``. Raises Http404 for a format that is in neither table.
        """
        row = self.tournament(slug)
        at = query_int(self.request, "position", low=1, high=2**63 - 1)
        round_ = query_int(self.request, "round", low=1, high=row.rounds)
        officer = may(actor_of(self.request.user), "export.read", tournament_subject(row))
        exported = outgoing(row, at) if officer else public_outgoing(row)
        if kind in FORMATS:
            written = FORMATS[kind].write(exported)
            return exported, written.data, written.warnings, written.kept_back
        if kind not in BUNDLES:
            raise Http404
        bundle = BUNDLES[kind]
        if at is not None and not bundle.past:
            raise ValidationError({"query:position": ["Records of games are written as they are now."]})
        warnings = bundle.warnings(row, exported, round_)
        return exported, bundle.write(row, exported, round_), warnings, ""


class Export(ExportView):
    renderer_classes = (AnyRenderer,)

    @reads(
        "get_export",
        "export.read",
        {
            **{(200, each.media_type): OpenApiTypes.STR for each in FORMATS.values()},
            **{(200, each.media_type): OpenApiTypes.BINARY for each in BUNDLES.values()},
        },
        parameters=[
            KIND,
            AT,
            ROUND,
            OpenApiParameter(
                WARNINGS,
                int,
                OpenApiParameter.HEADER,
                response=[200],
                description="How many warnings there are: read them at the address in Link.",
            ),
        ],
    )
    def get(self, request: Request, slug: str, kind: str) -> HttpResponseBase:
        """Download a tournament in a format.

        Names change without the tournament, so there is no ETag.
        """
        exported, data, warnings, kept_back = self.written(slug, kind)
        if kept_back:
            refuse("kept_back", fault=kept_back)
        of: Format | Bundle = FORMATS[kind] if kind in FORMATS else BUNDLES[kind]
        make = HttpResponse if isinstance(data, bytes) else StreamingHttpResponse
        response: HttpResponseBase = make(data, content_type=of.media_type)
        name = file_name(exported, of.extension)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response[WARNINGS] = str(len(warnings))
        query = f"?position={exported.position}" if kind in FORMATS else ""
        response["Link"] = f'<{request.path}warnings/{query}>; rel="describedby"'
        return response


class ExportFormatBody(TypedDict):
    """``type`` is the name in addresses. ``past``: it can be had as of a ``position`` of the log."""

    type: str
    title: str
    address: UriText
    media_type: str
    extension: str
    past: bool


class ExportsBody(TypedDict):
    """``results``: the formats that the reader may have."""

    tournament: str
    results: Sequence[ExportFormatBody]


class ExportList(TournamentView):
    """Everybody sees the formats of a public tournament that everybody may have."""

    @reads("list_export_formats", "tournament.read", ExportsBody)
    def get(self, request: Request, slug: str) -> ExportsBody:
        """Get the formats in which you can download a tournament."""
        row = self.tournament(slug)
        officer = may(actor_of(request.user), "export.read", tournament_subject(row))
        formats = [*(FORMATS.values() if officer else ()), *BUNDLES.values()]
        with translation.override(translation.get_language_from_request(request)):
            exported = [_format_body(slug, each, request, officer=officer) for each in formats]
        return {"tournament": slug, "results": exported}


def _format_body(slug: str, each: Format | Bundle, request: Request, *, officer: bool) -> ExportFormatBody:
    address = request.build_absolute_uri(reverse("api:export", args=(slug, each.name)))
    past = officer and getattr(each, "past", True)
    title = translate(each.title)
    return body_from(ExportFormatBody, each, type=each.name, title=title, address=address, past=past)


class ExportWarningsBody(TypedDict):
    """``type`` of the file, ``version`` of the tournament that was written, ``position`` of the log."""

    tournament: str
    type: str
    version: int
    position: int
    results: list[str]


class ExportWarnings(ExportView):
    @reads("list_export_warnings", "export.read", ExportWarningsBody, parameters=[KIND, AT, ROUND])
    def get(self, request: Request, slug: str, kind: str) -> ExportWarningsBody:
        """List everything that a file of this format loses, alters or assumes."""
        exported, _, warnings, _ = self.written(slug, kind)
        results = list(warnings)
        return body_from(ExportWarningsBody, exported, tournament=exported.slug, type=kind, results=results)
