"""Screens of the hall: opened by a plain link on any television, with nothing to touch.

What is shown, for how long and how large is said by the address, which the page of screens makes; only what
the desk writes on them is kept.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.hall import notes_of
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import form_page, tournament_for
from tournaments.web.live.shown import pulse
from tournaments.web.screens.kinds import KINDS, silent
from tournaments.web.screens.links import (
    ROTATION,
    address,
    chosen_in,
    links_page,
    number_in,
    seconds_in,
    size_in,
)
from tournaments.web.screens.notes import notes_form

LINES = {"normal": 15, "large": 10}  # a page: type is 3.2 and 4.8 % of the screen's height


@require_safe
@form_page
def screens_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    return links_page(request, row, notes_form(request, row))


@require_safe
@form_page
def screen(request: HttpRequest, slug: str, of: str) -> HttpResponse:
    """What everybody may see, whoever asks: a screen is seen by the whole hall."""
    row = tournament_for(request, slug, "tournament.read")
    if of != ROTATION and of not in KINDS:
        raise Http404
    chosen = chosen_in(request) if of == ROTATION else [of]
    at = _first(row, chosen, number_in(request, "at"))
    shown = KINDS[chosen[at]][1](row)
    size = size_in(request)
    pages = [shown.lines[n : n + LINES[size]] for n in range(0, len(shown.lines), LINES[size])] or [()]
    page = min(number_in(request, "page"), len(pages) - 1)
    following = (at, page + 1) if page + 1 < len(pages) else (_first(row, chosen, at + 1), 0)
    context = {
        **pulse(row),
        "tournament": row,
        "shown": shown,
        "sponsor": notes_of(row).sponsor,
        "lines": pages[page],
        "page": page + 1,
        "pages": len(pages),
        "size": size,
        "seconds": seconds_in(request),
        "zone": timezone.get_current_timezone_name(),
        "this": address(request, chosen, at, page),
        "next": address(request, chosen, *following),
    }
    return render(request, "nigiri/screen.html", context)


def _first(row: TournamentRow, chosen: list[str], at: int) -> int:
    """From that place on, the first that has something to say; that place itself if none has."""
    nothing = silent(row)
    places = [(at + more) % len(chosen) for more in range(len(chosen))]
    return next((place for place in places if chosen[place] not in nothing), places[0])
