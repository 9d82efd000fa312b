"""What the address of a screen says, and the page that makes such addresses."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments.tables.rows import TournamentRow
from tournaments.web.overview.reading import frame
from tournaments.web.screens.kinds import KINDS

SECONDS = (5, 12, 120)  # the least, the usual, the most
ROTATION = "rotation"


def links_page(
    request: HttpRequest, row: TournamentRow, notes: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """Links to open on the televisions, and the rotation that was chosen; ``notes``: the form, if any."""
    chosen = chosen_in(request)
    rotation = reverse("web:screen", args=(row.slug, ROTATION))
    context = {
        **frame(request, row),
        **notes,
        "kinds": [(kind, words, kind in chosen) for kind, (words, _) in KINDS.items()],
        "seconds": seconds_in(request),
        "least": SECONDS[0],
        "most": SECONDS[2],
        "large": size_in(request) == "large",
        "rotation": f"{rotation}?{urlencode(_asked(request, chosen))}",
    }
    return render(request, "nigiri/screens.html", context, status=status)


def address(request: HttpRequest, chosen: list[str], at: int, page: int) -> str:
    return "?" + urlencode({**_asked(request, chosen), "at": at, "page": page})


def _asked(request: HttpRequest, chosen: list[str]) -> dict[str, object]:
    return {"show": ",".join(chosen), "seconds": seconds_in(request), "size": size_in(request)}


def chosen_in(request: HttpRequest) -> list[str]:
    """Kinds, in the order of the address; all without any that is known."""
    said = [kind for part in request.GET.getlist("show") for kind in part.split(",")]
    return [kind for kind in said if kind in KINDS][:20] or list(KINDS)


def seconds_in(request: HttpRequest) -> int:
    least, usual, most = SECONDS
    return min(max(number_in(request, "seconds", usual), least), most)


def size_in(request: HttpRequest) -> str:
    return "large" if request.GET.get("size") == "large" else "normal"


def number_in(request: HttpRequest, name: str, otherwise: int = 0) -> int:
    said = request.GET.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else otherwise
