"""The help: for directors, referees and players; ten calls, news and recipes for who writes a program."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.refusals import CODES, FAULTS
from games.speaking import translate
from tournaments.web.addresses import absolute
from tournaments.webhooks.news import SENTENCES

PAGES = ("director", "referee", "player", "api", "news", "recipes", "problems")


@require_safe
def help_page(request: HttpRequest, page: str = "") -> HttpResponse:
    """One of its pages; without a name the way to all of them."""
    if page and page not in PAGES:
        raise Http404
    template = f"nigiri/help_{page}.html" if page else "nigiri/help.html"
    kinds = [(kind.value, gettext(sentence)) for kind, sentence in SENTENCES.items()]
    context = {"page": page, "address": absolute(request, "/"), "kinds": kinds, "problems": _problems()}
    context["faults"] = [(code, translate(sentence)) for code, sentence in sorted(FAULTS.items())]
    return render(request, template, context)


def _problems() -> list[tuple[str, int, str, str]]:
    """Return every problem code with its status, title and advice."""
    return [
        (code, row.status, translate(row.title), translate(row.advice)) for code, row in sorted(CODES.items())
    ]
