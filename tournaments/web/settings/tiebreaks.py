"""Tie-breaks: the table of criteria, a tournament's list, and who would move by another."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from games.marking import marked
from games.refusals import Refusal, refuse
from games.speaking import translate
from tournaments.access.actors import tournament_subject
from tournaments.access.table import SITE
from tournaments.api.settings import CHANGE_CRITERIA
from tournaments.commands import carry_out
from tournaments.competition.settings import Settings
from tournaments.competition.standings import CRITERIA
from tournaments.competition.standings.tiebreaks import NOT_DONE
from tournaments.reading.queries import settings_of
from tournaments.reading.tiebreak_bodies import (
    change_of_criteria,
    criteria_text,
    moves_body,
    tiebreaks_body,
    tournament_criteria_body,
)
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allow, allowed, context_of, form_action, read_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why

ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"
ONLY_IN: Mapping[str, tuple[str, ...]] = {
    "CPS": ("cup",),
    "STS": ("cup",),
    "SOSTS": ("cup",),
    "OUT": ("knock_out", "double_elimination"),
}
"""Criteria that are the same for everybody in all other systems."""
LONGEST_LIST = 300


@read_page
def tiebreaks_page(request: HttpRequest) -> HttpResponse:
    """Every criterion with its formula and source."""
    allow(request, "site.read", SITE)
    return render(request, "nigiri/tiebreaks.html", {"table": tiebreaks_body()})


TYPED = ("criteria", "team_criteria", "draw_seed", "reason", "do", "other", "tick")
"""What the form's address may say."""


@read_page
def placing_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What decides here; with ``?criteria=``, for officers, who would move by those."""
    return _placing(request, tournament_for(request, slug, "tournament.read"), request.GET)


def _placing(request: HttpRequest, row: TournamentRow, typed: QueryDict) -> HttpResponse:
    """With what was typed or ticked, and who would move by it."""
    settings = settings_of(row)
    typed = _after_button(typed)
    names = _criteria(typed) or list(settings.criteria)
    context = {
        **frame(request, row),
        "chosen": tournament_criteria_body(row),
        "list": [(name, translate(CRITERIA[name].formula) if name in CRITERIA else "") for name in names],
        "others": [tuple(map(translate, line)) for line in other_criteria(names, settings)],
        "not_done": [(name, translate(why)) for name, why in NOT_DONE.items()],
        "ticked": typed.getlist("tick"),
        "may_try": allowed(request, "whatif.read", tournament_subject(row)),
        "may_change": allowed(request, "tournament.change", tournament_subject(row)),
        "written": typed.get("criteria", "")[:LONGEST_LIST] or criteria_text(settings.criteria),
        "written_teams": typed.get("team_criteria", "")[:LONGEST_LIST]
        or criteria_text(settings.teams.criteria),
        "seed": typed.get("draw_seed", "")[:16] or settings.draw_seed,
        "reason": typed.get("reason", ""),
    }
    if context["may_try"] and "criteria" in typed:
        context |= _preview(request, row, typed)
    return render(request, "nigiri/placing.html", context)


def _after_button(typed: QueryDict) -> QueryDict:
    """The list as the button leaves it that was pressed."""
    if "do" not in typed:
        return typed
    after = typed.copy()
    do = str(typed["do"])
    after["criteria"] = criteria_text(
        edit_criteria(_criteria(typed), do, typed.getlist("other" if do == ADD else "tick"))
    )
    return after


def _preview(request: HttpRequest, row: TournamentRow, typed: QueryDict) -> dict[str, Any]:
    try:
        body, _ = moves_body(row, _criteria(typed), _seed(typed), _criteria(typed, "team_criteria") or None)
    except Refusal as no:
        messages.error(request, why(no))
        return {}
    return {"would": body}


def _criteria(fields: Any, name: str = "criteria") -> list[str]:
    """As written, "MMS, SOS" or "mms sos"."""
    return str(fields.get(name, ""))[:LONGEST_LIST].upper().replace(",", " ").split()


def _seed(fields: Any) -> int | None:
    text = str(fields.get("draw_seed", "")).strip()
    if text and not (text.isascii() and text.isdecimal() and len(text) <= 16):
        refuse("invalid_settings", field="draw_seed", fault=marked("Seed of the draw: a whole number."))
    return int(text) if text else None


@form_action
def change_placing(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the list whose moves were shown; what was typed stays where that is refused."""
    row = tournament_for(request, slug, CHANGE_CRITERIA.right)
    form = request.POST.copy()
    form.setlist("criteria", _criteria(request.POST))
    if teams := _criteria(request.POST, "team_criteria"):
        form.setlist("team_criteria", teams)
    context = context_of(request)
    try:
        values = change_of_criteria(row, CHANGE_CRITERIA.from_form(form))
        carry_out(str(row.id), CHANGE_CRITERIA.command_for(values, context), context)
    except Refusal as no:
        messages.error(request, why(no))
        return _placing(request, row, request.POST)
    messages.success(request, gettext("These tie-breaks now decide places."))
    return redirect("web:placing", slug=slug)


def edit_criteria(listed: Sequence[str], do: str, ticked: Collection[str]) -> list[str]:
    """Return the list of criteria after a press of a button. Adjacent ticked criteria move together."""
    if do == ADD:
        return [*listed, *(name for name in ticked if name not in listed)]
    if do == REMOVE:
        return [name for name in listed if name not in ticked]
    if do == UP:
        return _move_up(listed, ticked)
    if do == DOWN:
        return _move_up(listed[::-1], ticked)[::-1]
    return list(listed)


def _move_up(listed: Sequence[str], ticked: Collection[str]) -> list[str]:
    now = list(listed)
    for at in range(1, len(now)):
        if now[at] in ticked and now[at - 1] not in ticked:
            now[at - 1], now[at] = now[at], now[at - 1]
    return now


def reason_without_effect(name: str, settings: Settings) -> str:
    """Return why a criterion would decide nothing in this tournament, or ""."""
    systems = ONLY_IN.get(name, ())
    if systems and settings.system not in systems:
        return f"only in a {' or '.join(system.replace('_', ' ') for system in systems)}"
    if name == "CATEGORY" and not settings.categories:
        return "everybody is in one category: see the settings"
    return ""


def other_criteria(listed: Collection[str], settings: Settings) -> list[tuple[str, str, str]]:
    """Return name, formula, and ``reason_without_effect``, of every criterion that is not listed."""
    return [
        (one.name, one.formula, reason_without_effect(one.name, settings))
        for one in CRITERIA.values()
        if one.name not in listed
    ]
