"""The bundle of a tournament, as everybody may have it: the same bytes for whoever asks."""

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.rest.operated import reads
from games.rest.views import etag
from tournaments.api.base import TournamentView
from tournaments.api.exports import AnyRenderer, BundleThrottle
from tournaments.interchange.bundle.archive import Zipped, spool_members
from tournaments.interchange.bundle.content import bundle_content, identity_of

KNOWN = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the last read: 304 if unchanged."
)


class Bundle(TournamentView):
    renderer_classes = (AnyRenderer,)
    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, BundleThrottle)

    @reads(
        "get_tournament_bundle",
        "tournament.read",
        {(200, "application/zip"): OpenApiTypes.BINARY},
        parameters=[KNOWN],
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Get all that is needed to check a tournament without this service (/api/docs/log/)."""
        row = self.tournament(slug)
        found = bundle_content(row, timezone.now())
        tag = etag(row.version, identity_of(found))
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if tag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers=headers)
        headers["Content-Disposition"] = f'attachment; filename="{slug}-bundle.zip"'
        pieces = Zipped(spool_members(found))
        return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)
