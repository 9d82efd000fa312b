"""What pages are made of, each once: tokens and components, drawn with the classes that all pages use."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.access.table import SITE
from tournaments.web.base import allow

INKS = ("ink", "muted", "accent", "danger", "warning", "info")
SURFACES = ("paper", "card", "note", "lit", "wood")
SIZES = (
    ("small", ".833 rem"),
    ("normal", "1 rem"),
    ("large", "1.2 rem"),
    ("larger", "1.44 rem"),
    ("largest", "1.728 rem"),
)
MEANINGS = {
    "ink": _("What is read."),
    "muted": _("What stands beside it."),
    "accent": _("Links, and the one next step."),
    "danger": _("Disputes, and what would be lost. Nothing else."),
    "warning": _("What waits or is missing."),
    "info": _("What is pointed at: the focus."),
}


@require_safe
def styleguide_page(request: HttpRequest) -> HttpResponse:
    allow(request, "site.read", SITE)
    context = {
        "inks": [(name, MEANINGS[name]) for name in INKS],
        "surfaces": SURFACES,
        "sizes": SIZES,
    }
    return render(request, "nigiri/styleguide.html", context)
