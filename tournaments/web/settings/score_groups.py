"""The groups of a McMahon: who starts where, while bar, floor and members of the top group are chosen."""

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.marking import Marked
from games.refusals import Refusal, refuse
from games.speaking import translate
from tournaments.api.settings import CHANGE_SETTINGS
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank
from tournaments.competition.settings import Settings
from tournaments.competition.standings.scores import start_score2
from tournaments.domain.entries import ChangeEntry
from tournaments.loading import load
from tournaments.reading.queries import entry_names, name_sorting
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import back, context_of, form_page, tournament_for, wants_part
from tournaments.web.forms import PlainForm, reason, sent_data
from tournaments.web.overview.reading import frame
from tournaments.web.settings.form import RankField


class GroupsForm(PlainForm):
    bar = RankField(
        label=gettext_lazy("Bar"),
        help_text=gettext_lazy("Stronger players start with this rank: the top group."),
    )
    floor = RankField(
        label=gettext_lazy("Floor"),
        help_text=gettext_lazy("Weaker players start with this rank."),
    )
    move = forms.ChoiceField(
        label=gettext_lazy("Move a player"),
        required=False,
        help_text=gettext_lazy("Their correction changes, so that they start in the top group or below it."),
    )
    reason = reason(note=gettext_lazy("Required once a round is paired."))


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreGroup:
    """Those who start with the same score. ``place``: "top", "bottom" or "" for those between."""

    score: str
    strongest: Marked
    weakest: Marked
    members: tuple[tuple[str, str], ...]
    place: str = ""

    @property
    def ranks(self) -> str:
        if self.strongest == self.weakest:
            return translate(self.strongest)
        return _("%(first)s to %(last)s") % {
            "first": translate(self.strongest),
            "last": translate(self.weakest),
        }

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for _, name in self.members)


@form_page
def score_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Shown for what is typed; the other buttons set bar and floor, or move a player."""
    row = tournament_for(request, slug, CHANGE_SETTINGS.right)
    settings = load(str(row.id))[0].settings
    form = groups_form(row, settings, sent_data(request))
    if form.is_bound and form.is_valid():
        chosen = dict(form.cleaned_data)
        typed = replace(settings, bar=chosen["bar"], floor=chosen["floor"])
        try:
            if request.POST.get("do") == "set":
                return _set(request, row, typed, chosen["reason"])
            if request.POST.get("do") == "move":
                return _move(request, row, settings, chosen)
        except Refusal as no:
            form.add_refusal(no)
        settings = typed
    context = {**groups_context(row, settings, form), "may_group": settings.system == "mcmahon"}
    if wants_part(request):
        return render(request, "nigiri/_score_groups.html", context)
    status = 422 if form.errors else 200
    return render(request, "nigiri/score_groups.html", {**frame(request, row), **context}, status=status)


def groups_form(row: TournamentRow, settings: Settings, data: Any = None) -> GroupsForm:
    form = GroupsForm(data, initial={"bar": settings.bar, "floor": settings.floor})
    members = [(group.place, *member) for group in groups_by_score(row, settings) for member in group.members]
    key = name_sorting(row)
    members.sort(key=lambda member: key(member[2]))
    form.fields["move"].choices = [  # type: ignore[attr-defined]
        ("", _("choose")),
        (_("Into the top group"), [(f"top {id_}", name) for place, id_, name in members if place != "top"]),
        (_("Out of the top group"), [(f"out {id_}", name) for place, id_, name in members if place == "top"]),
    ]
    return form


def groups_context(row: TournamentRow, settings: Settings, form: GroupsForm | None = None) -> dict[str, Any]:
    groups = groups_by_score(row, settings)
    return {
        "groups_form": form or groups_form(row, settings),
        "score_groups": groups,
        "top_group": sum(len(group.members) for group in groups if group.place == "top"),
        "strongest": translate(groups[0].strongest) if groups else "",
        "bar": translate(format_rank(settings.bar)),
        "floor": translate(format_rank(settings.floor)),
    }


def _set(request: HttpRequest, row: TournamentRow, settings: Settings, reason: str) -> HttpResponse:
    values = {"settings": settings, "ruleset": row.ruleset, "reason": reason}
    context = context_of(request)
    carry_out(str(row.id), CHANGE_SETTINGS.command_for(values, context), context)
    messages.success(request, _("Bar and floor were changed."))
    return redirect(back(request))


def _move(
    request: HttpRequest, row: TournamentRow, settings: Settings, chosen: dict[str, Any]
) -> HttpResponse:
    if not chosen["move"]:
        refuse("invalid", field="move", fault=_("Choose a player."))
    where, _blank, id_ = chosen["move"].partition(" ")
    entrant = load(str(row.id))[0].history().entrants[id_]
    rank = min(max(entrant.rank, settings.floor), settings.bar)
    to = settings.bar if where == "top" else min(rank, settings.bar - 1)
    command = ChangeEntry(entry_id=id_, correction=to - rank, reason=chosen["reason"])
    carry_out(str(row.id), command, context_of(request))
    moved = {
        "top": _("%(name)s starts in the top group."),
        "out": _("%(name)s starts below the top group."),
    }
    messages.success(request, moved[where] % {"name": entry_names(row)[id_]})
    return redirect(back(request))


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
    bar, floor = 2 * (settings.bar - settings.zero), 2 * (settings.floor - settings.zero)
    return ScoreGroup(
        score=f"{score2 / 2:g}",
        strongest=format_rank(max(ranks)),
        weakest=format_rank(min(ranks)),
        members=tuple((one.id, str(names[one.id])) for one in entrants),
        place="top" if score2 >= bar else "bottom" if score2 <= floor else "",
    )
