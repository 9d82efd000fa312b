"""A newer save of a running tournament: its differences are seen first, then taken over."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from tournaments.interchange.merging import merge, preview_merge
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import context_of, form_action, form_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.people.importing import fault_of, packed, unpacked, uploaded

RIGHT = "tournament.change"


@require_safe
@form_page
def merge_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, RIGHT)
    return render(request, "nigiri/merge.html", frame(request, row))


@form_action
def preview_merging(request: HttpRequest, slug: str) -> HttpResponse:
    """What the file says otherwise; nothing is stored."""
    return _seen(request, tournament_for(request, slug, RIGHT), uploaded(request))


@form_action
def accept_merging(request: HttpRequest, slug: str) -> HttpResponse:
    """Takes over every difference; shows them again, with the reason, where one of them is refused."""
    row = tournament_for(request, slug, RIGHT)
    data = unpacked(request.POST.get("packed", ""))
    try:
        merging = merge(row, data, context_of(request))
    except Refusal as refusal:
        return _seen(request, row, data, refusal)
    number = sum(each.changes for each in merging.differences)
    messages.success(
        request,
        ngettext(
            "%(number)s difference taken over from the file.",
            "%(number)s differences taken over from the file.",
            number,
        )
        % {"number": number},
    )
    return redirect("web:standings", slug=row.slug)


def _seen(
    request: HttpRequest, row: TournamentRow, data: bytes, refusal: Refusal | None = None
) -> HttpResponse:
    context: dict[str, Any] = frame(request, row)
    try:
        merging = preview_merge(row, data, context_of(request))
    except Refusal as unreadable:
        refusal = unreadable
    else:
        context |= {
            "packed": packed(data),
            "merging": merging,
            "changes": [each for each in merging.differences if each.changes],
            "notes": [each for each in merging.differences if not each.changes],
        }
    if refusal is not None:
        context["refused"] = fault_of(refusal)
    return render(request, "nigiri/merge.html", context, status=422 if refusal else 200)
