"""Pages that are data too: at the page's own address for whoever accepts JSON or CSV rather than HTML."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from games.rest.media import FORMS, HTML, not_acceptable, preferred

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
