"""Tie-breaks: the table of criteria, a tournament's list, and who would move by another."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.refusals import Refusal, refuse
from tournaments.access.actors import tournament_subject
from tournaments.access.table import SITE
from tournaments.commands import carry_out
from tournaments.operations.setting_up import CHANGE_CRITERIA
from tournaments.reading.queries import settings_of
from tournaments.reading.tiebreak_bodies import (
    change_of_criteria,
    chosen_body,
    listed,
    moves_body,
    table_body,
)
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allow, allowed, context_of, form_page, tournament_for, why
from tournaments.web.overview.reading import frame

LONGEST_LIST = 300


@require_safe
@form_page
def tiebreaks_page(request: HttpRequest) -> HttpResponse:
    """Every criterion with its formula and source."""
    allow(request, "site.read", SITE)
    return render(request, "nigiri/tiebreaks.html", {"table": table_body()})


@require_safe
@form_page
def placing_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What decides here; with ``?criteria=``, for officers, who would move by those."""
    row = tournament_for(request, slug, "tournament.read")
    settings = settings_of(row)
    context = {
        **frame(request, row),
        "chosen": chosen_body(row),
        "known": table_body()["criteria"],
        "may_try": allowed(request, "whatif.read", tournament_subject(row)),
        "may_change": allowed(request, "tournament.change", tournament_subject(row)),
        "written": request.GET.get("criteria", "")[:LONGEST_LIST] or listed(settings.criteria),
        "seed": request.GET.get("draw_seed", "")[:16] or settings.draw_seed,
    }
    if context["may_try"] and "criteria" in request.GET:
        context |= _preview(request, row)
    return render(request, "nigiri/placing.html", context)


def _preview(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    try:
        body, _ = moves_body(row, _criteria(request.GET), _seed(request.GET))
    except Refusal as no:
        messages.error(request, why(no))
        return {}
    return {"would": body}


def _criteria(fields: Any) -> list[str]:
    """As written, "MMS, SOS" or "mms sos"."""
    return str(fields.get("criteria", ""))[:LONGEST_LIST].upper().replace(",", " ").split()


def _seed(fields: Any) -> int | None:
    text = str(fields.get("draw_seed", "")).strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 16):
        refuse("invalid_settings", field="draw_seed", fault="Seed of the draw: a whole number.")
    return int(text) if text else None


@require_POST
@form_page
def change_placing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the list whose moves were shown."""
    row = tournament_for(request, slug, CHANGE_CRITERIA.right)
    form = request.POST.copy()
    form.setlist("criteria", _criteria(request.POST))
    context = context_of(request)
    values = change_of_criteria(row, CHANGE_CRITERIA.from_form(form))
    carry_out(str(row.id), CHANGE_CRITERIA.order(values, context), context)
    messages.success(request, "Places are decided by the new list.")
    return redirect("web:placing", slug=slug)
