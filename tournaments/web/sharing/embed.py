"""The standings as a small table for other sites: the one page that may stand in a frame."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.reading.bodies import standings_body
from tournaments.reading.readers import public_names_only
from tournaments.web.addresses import absolute
from tournaments.web.base import form_page, seen_tournament
from tournaments.web.overview.parameters import number_in

MOST_LINES = 500


@require_safe
@csp_replace({"frame-ancestors": ["*"]})
@form_page
@public_names_only()
def embedded_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """What anybody may see, also to an officer: whose frame it is, nobody knows. ``?rows=`` cuts it."""
    row = seen_tournament(request, slug)
    table = standings_body(row, None, None, officer=False)
    lines = number_in(request, "rows", MOST_LINES) or MOST_LINES
    context = {
        "tournament": row,
        "table": table,
        "lines": table["results"][:lines],
        "page": absolute(request, reverse("web:standings", args=(row.slug,))),
    }
    return render(request, "nigiri/embed.html", context)
