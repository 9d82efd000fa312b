"""The copy of a tournament that needs no server, as a file to keep."""

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.web.base import form_page, tournament_for
from tournaments.web.outward.copying import zipped


@require_safe
@form_page
def static_copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Only what everybody may see is in it: of a tournament that is hidden there is nothing to copy."""
    row = tournament_for(request, slug, "export.read")
    if not row.published:
        said = gettext("A copy holds what everybody may see. Publish the tournament first.")
        messages.error(request, said)
        return redirect("web:exports", slug)
    answer: HttpResponseBase = StreamingHttpResponse(zipped(row, request), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{row.slug}-pages.zip"'
    return cast("HttpResponse", answer)  # the pages' decorators only look at headers
