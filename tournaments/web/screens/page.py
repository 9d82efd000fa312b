"""Screens of the hall: opened by a plain link on any television, with nothing to touch.

What is shown, for how long and how large is said by the address, which the page of screens makes: nothing is
kept anywhere.
"""

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.web.base import form_page, tournament_for
from tournaments.web.live.shown import pulse
from tournaments.web.overview.reading import frame
from tournaments.web.screens.kinds import KINDS

LINES = {"normal": 15, "large": 10}  # a page: type is 3.2 and 4.8 % of the screen's height
SECONDS = (5, 12, 120)  # the least, the usual, the most
ROTATION = "rotation"


@require_safe
@form_page
def screens_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Links to open on the televisions, and the rotation that was chosen."""
    row = tournament_for(request, slug, "tournament.read")
    chosen = _chosen(request)
    asked = urlencode({"show": ",".join(chosen), "seconds": _seconds(request), "size": _size(request)})
    context = {
        **frame(request, row),
        "kinds": [(kind, words, kind in chosen) for kind, (words, _) in KINDS.items()],
        "seconds": _seconds(request),
        "least": SECONDS[0],
        "most": SECONDS[2],
        "large": _size(request) == "large",
        "rotation": f"{reverse('web:screen', args=(row.slug, ROTATION))}?{asked}",
    }
    return render(request, "nigiri/screens.html", context)


@require_safe
@form_page
def screen(request: HttpRequest, slug: str, of: str) -> HttpResponse:
    """What everybody may see, whoever asks: a screen is seen by the whole hall."""
    row = tournament_for(request, slug, "tournament.read")
    if of != ROTATION and of not in KINDS:
        raise Http404
    chosen = _chosen(request) if of == ROTATION else [of]
    at = _number(request, "at") % len(chosen)
    shown = KINDS[chosen[at]][1](row)
    size = _size(request)
    pages = [shown.lines[n : n + LINES[size]] for n in range(0, len(shown.lines), LINES[size])] or [()]
    page = min(_number(request, "page"), len(pages) - 1)
    context = {
        **pulse(request, row),
        "tournament": row,
        "shown": shown,
        "lines": pages[page],
        "page": page + 1,
        "pages": len(pages),
        "size": size,
        "seconds": _seconds(request),
        "zone": timezone.get_current_timezone_name(),
        "this": _address(request, chosen, at, page),
        "next": _next(request, chosen, at, page, len(pages)),
    }
    return render(request, "nigiri/screen.html", context)


def _next(request: HttpRequest, chosen: list[str], at: int, page: int, pages: int) -> str:
    if page + 1 < pages:
        return _address(request, chosen, at, page + 1)
    return _address(request, chosen, (at + 1) % len(chosen), 0)


def _address(request: HttpRequest, chosen: list[str], at: int, page: int) -> str:
    asked = {"show": ",".join(chosen), "seconds": _seconds(request), "size": _size(request)}
    return "?" + urlencode({**asked, "at": at, "page": page})


def _chosen(request: HttpRequest) -> list[str]:
    """Kinds, in the order of the address; all without any that is known."""
    said = [kind for part in request.GET.getlist("show") for kind in part.split(",")]
    return [kind for kind in said if kind in KINDS][:20] or list(KINDS)


def _seconds(request: HttpRequest) -> int:
    least, usual, most = SECONDS
    return min(max(_number(request, "seconds", usual), least), most)


def _size(request: HttpRequest) -> str:
    return "large" if request.GET.get("size") == "large" else "normal"


def _number(request: HttpRequest, name: str, otherwise: int = 0) -> int:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else otherwise
