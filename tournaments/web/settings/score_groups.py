"""The groups of a McMahon: how many start where, while bar and floor are chosen."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from tournaments.api.settings import CHANGE_SETTINGS
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank
from tournaments.competition.settings import Settings
from tournaments.competition.standings.scores import start_score2
from tournaments.loading import load
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import context_of, form_page, tournament_for, wants_part
from tournaments.web.forms import PlainForm
from tournaments.web.overview.reading import frame
from tournaments.web.settings.form import RankField


class GroupsForm(PlainForm):
    bar = RankField(
        label=gettext_lazy("Bar"),
        help_text=gettext_lazy("Who is stronger starts with this rank: the top group."),
    )
    floor = RankField(
        label=gettext_lazy("Floor"),
        help_text=gettext_lazy("Who is weaker starts with this rank."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Needed once a round is paired."),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Those who start with the same score. ``place``: "top", "bottom" or "" for those between."""

    score: str
    ranks: str
    names: tuple[str, ...]
    place: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def score_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Shown for what is typed; set by the other button."""
    row = tournament_for(request, slug, CHANGE_SETTINGS.right)
    settings = load(str(row.id))[0].settings
    form = GroupsForm(request.POST or None, initial={"bar": settings.bar, "floor": settings.floor})
    if form.is_bound and form.is_valid():
        chosen = dict(form.cleaned_data)
        settings = replace(settings, bar=chosen["bar"], floor=chosen["floor"])
        if request.POST.get("do") == "set":
            try:
                return _set(request, row, settings, chosen["reason"])
            except Refusal as no:
                form.refused(no)
    context = {
        "form": form,
        "groups": groups_by_score(row, settings),
        "may_group": settings.system == "mcmahon",
    }
    if wants_part(request):
        return render(request, "nigiri/_score_groups.html", context)
    status = 422 if form.errors else 200
    return render(request, "nigiri/score_groups.html", {**frame(request, row), **context}, status=status)


def _set(request: HttpRequest, row: TournamentRow, settings: Settings, reason: str) -> HttpResponse:
    values = {"settings": settings, "ruleset": row.ruleset, "reason": reason}
    context = context_of(request)
    carry_out(str(row.id), CHANGE_SETTINGS.command_for(values, context), context)
    messages.success(request, _("Bar and floor are set."))
    return redirect("web:score-groups", slug=row.slug)


def groups_by_score(row: TournamentRow, settings: Settings) -> list[ScoreGroup]:
    """Of everybody who has not left, from the top."""
    state, names = load(str(row.id))[0], entry_names(row)
    there = [one for id_, one in state.history().entrants.items() if not state.entries[id_].withdrawn]
    found: dict[int, list[Any]] = {}
    for entrant in sorted(there, key=lambda one: (-one.rank, one.order)):
        found.setdefault(start_score2(entrant, settings), []).append(entrant)
    return [_group(score2, found[score2], names, settings) for score2 in sorted(found, reverse=True)]


def _group(score2: int, entrants: list[Any], names: dict[str, Any], settings: Settings) -> ScoreGroup:
    ranks = [one.rank for one in entrants]
    span = [max(ranks)] if len(set(ranks)) == 1 else [max(ranks), min(ranks)]
    bar, floor = 2 * (settings.bar - settings.zero), 2 * (settings.floor - settings.zero)
    return ScoreGroup(
        score=f"{score2 / 2:g}",
        ranks=" to ".join(map(format_rank, span)),
        names=tuple(str(names[one.id]) for one in entrants),
        place="top" if score2 >= bar else "bottom" if score2 <= floor else "",
    )
