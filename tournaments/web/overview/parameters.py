"""Values of a page's address, and the data forms of a page that its reader prefers."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games.rest.media import FORMS, HTML, not_acceptable, preferred
from tournaments.reading.past_states import parse_position
from tournaments.tables.rows import TournamentRow


def number_in(request: HttpRequest, name: str, most: int) -> int | None:
    """A number of the address, None without it. Raises Http404 for what is none."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text[:19]) > most:
        raise Http404
    return int(text[:19])


def moment_in(request: HttpRequest, row: TournamentRow) -> int | None:
    """A position of the log, said as one or by a time; None for now. Raises Http404 for what is neither."""
    said = request.GET.get("at", "").strip()
    try:
        return parse_position(row, said) if said else None
    except ValueError:
        raise Http404 from None


Page = Callable[..., HttpResponse]


def or_data(page: Page, data: Page, /, **of_data: Any) -> Page:
    """``data``: the view of what the page shows, which ``of_data`` and a ``form`` lead to."""

    @wraps(page)
    def either(request: HttpRequest, *args: Any, **address: Any) -> HttpResponse:
        best = preferred(request, tuple(FORMS))
        if best is None:
            answer = not_acceptable(request, tuple(FORMS))
        elif best == HTML:
            answer = page(request, *args, **address)
        else:
            answer = data(request, *args, **address, **of_data, form=FORMS[best])
        patch_vary_headers(answer, ("Accept",))
        return answer

    either.forms = tuple(FORMS)  # type: ignore[attr-defined]  # what is kept is kept by them
    return either
