"""The help: for who directs, who referees, who plays; and ten calls for who writes a program."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.web.addresses import absolute

PAGES = ("director", "referee", "player", "api")


@require_safe
def help_page(request: HttpRequest, page: str = "") -> HttpResponse:
    """One of its pages; without a name the way to all of them."""
    if page and page not in PAGES:
        raise Http404
    template = f"nigiri/help_{page}.html" if page else "nigiri/help.html"
    return render(request, template, {"page": page, "address": absolute(request, "/")})
