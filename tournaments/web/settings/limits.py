"""Limits of judging: read, tried, changed by forms; and what if other things were chosen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, ngettext

from games.log.store import VersionClash
from games.refusals import Refusal, refuse
from rules.choices import HALF_BOARD, UNLIMITED
from tournaments.access.actors import tournament_subject
from tournaments.commands import carry_out
from tournaments.domain.settings import canonical_ruleset, check_settings
from tournaments.limits import (
    ChangeLimits,
    GameChangeBody,
    Limits,
    WhatIf,
    limits_in_force,
    open_findings,
    preview_body,
    what_if_body,
    withdraw_findings,
)
from tournaments.loading import load
from tournaments.outbox.rows import Job
from tournaments.reading.queries import entry_names, settings_of
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import (
    allowed,
    context_of,
    form_action,
    read_page,
    reason_in,
    refused_by,
    status_of,
    tournament_for,
)
from tournaments.web.forms import PlainForm, text
from tournaments.web.overview.reading import frame
from tournaments.web.settings.form import PointsField, ruleset_choices, setting_field

LABELS = {
    "komi": gettext_lazy("Komi"),
    "handicap_komi": gettext_lazy("Komi of handicap games"),
    "stone_supply": gettext_lazy("Stones of a side"),
    "continuations": gettext_lazy("Continuations"),
    "claims_per_player": gettext_lazy("Claims about dead stones, of a player"),
    "sequences_per_claim": gettext_lazy("Sequences for such a claim"),
    "fine": gettext_lazy("Fine, in points"),
    "length": gettext_lazy("Most turns of a game"),
    "claim_minutes": gettext_lazy("Minutes for claims"),
}
RIGHT_TO_WITHDRAW = "claim.rule"
POINTS = ("komi", "handicap_komi", "fine")
HALVES = ("nbw_bye2", "nbw_absent2", "mms_bye2", "mms_absent2")


class CountField(forms.CharField):
    """A whole number, or a word for no limit."""

    def clean(self, value: Any) -> int | str:
        word = str(super().clean(value)).lower().replace(" ", "_")
        if word.removeprefix("-").isdecimal() and word.isascii():
            return int(word)
        if word not in ("", UNLIMITED, HALF_BOARD):
            raise forms.ValidationError(gettext("a whole number, or a word such as unlimited."))
        return word


class LimitsForm(PlainForm):
    """The limits. One that is empty stays as it is."""

    def __init__(self, row: TournamentRow, data: QueryDict | None = None) -> None:
        self.now = _in_force(row)
        super().__init__(data, initial={name: _words(value) for name, value in self.now.items()})
        for name, label in LABELS.items():
            if name in POINTS:
                self.fields[name] = PointsField(label=label, required=False)
            else:
                self.fields[name] = CountField(label=label, required=False, max_length=40)

    def limits(self) -> Limits:
        """Return the limits that differ from those in force."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return Limits(**{name: value for name, value in given.items() if value != self.now[name]})


@read_page
def limits_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The limits in force, and a form."""
    row = tournament_for(request, slug, "limits.read")
    return _limits(request, row, LimitsForm(row))


def _limits(request: HttpRequest, row: TournamentRow, form: LimitsForm, status: int = 200) -> HttpResponse:
    context = {
        **frame(request, row),
        "form": form,
        "lines": [(LABELS[name], _words(value)) for name, value in form.now.items()],
        "may_change": allowed(request, ChangeLimits.right, tournament_subject(row)),
        "may_rule": allowed(request, RIGHT_TO_WITHDRAW, tournament_subject(row)),
        "findings": len(open_findings(str(row.id), load(str(row.id))[0].limits_number)),
    }
    return render(request, "nigiri/limits.html", context, status=status)


def _in_force(row: TournamentRow) -> dict[str, Any]:
    state, _ = load(str(row.id))
    return limits_in_force(state.settings, state.ruleset, state.limits).by_name


def _words(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


@form_action
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What the change would do; writes nothing."""
    row = tournament_for(request, slug, ChangeLimits.right)
    return _preview(request, row, LimitsForm(row, request.POST))


def _preview(request: HttpRequest, row: TournamentRow, form: LimitsForm, status: int = 200) -> HttpResponse:
    """What is at fault is shown in the form of the limits."""
    if not form.is_valid():
        return _limits(request, row, form, 422)
    try:
        body, row.version = preview_body(row, form.limits())
    except Refusal as no:
        form.add_refusal(no)
        return _limits(request, row, form, 422)
    context = {
        **frame(request, row),
        "changes": [(LABELS[n], _words(c["before"]), _words(c["after"])) for n, c in body["limits"].items()],
        "typed": {name: _words(value) for name, value in form.limits().by_name.items()},
        "would": body,
        "games": _games(row, body["games"]),
        "moves": _moves(body),
        "tournament": row,
    }
    return render(request, "nigiri/limits_preview.html", context, status=status)


def _games(row: TournamentRow, games: list[GameChangeBody]) -> list[dict[str, Any]]:
    """With the names of who played."""
    names = entry_names(row) if games else {}
    rows = PairingRow.objects.filter(tournament=row, game_id__in=[one["game"] for one in games])
    pairs = {str(one.game_id): one for one in rows}
    return [
        {
            **one,
            "black": str(names[str(pairs[one["game"]].black_id)]),
            "white": str(names[str(pairs[one["game"]].white_id)]),
        }
        for one in games
    ]


def _moves(body: Mapping[str, Any]) -> list[dict[str, Any]]:
    """With the scores that are others, in words."""
    return [{**one, "reason": _scores(one["scores"])} for one in body["changes"]]


def _scores(scores: Mapping[str, Any]) -> str:
    """As "NBW 2 → 3"; of a criterion that decides only before or only after, its value there."""
    return ", ".join(
        f"{name} {_words(one['before'])} → {_words(one['after'])}"
        if None not in (one["before"], one["after"])
        else f"{name} {_words(one['before'] if one['after'] is None else one['after'])}"
        f" {'no longer counts' if one['after'] is None else 'counts'}"
        for name, one in scores.items()
    )


@form_action
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what was tried, at the version that was seen; a job judges the games again."""
    row = tournament_for(request, slug, ChangeLimits.right)
    context, form = context_of(request), LimitsForm(row, request.POST)
    if not form.is_valid():
        return _limits(request, row, form, 422)
    try:
        command = ChangeLimits(limits=form.limits(), reason=reason_in(request))
        carry_out(str(row.id), command, context)
    except (Refusal, VersionClash) as no:
        request.refused = refused_by(request, no)  # type: ignore[attr-defined]
        return _preview(request, row, form, status_of(no))
    if Job.objects.filter(pk=context.command_id).exists():
        return redirect("web:job", job_id=context.command_id)
    messages.info(request, gettext("These limits are in force already: no game is judged again."))
    return redirect("web:limits", slug=slug)


@form_action
def withdraw_claims(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw all open claims that changed limits have made."""
    row = tournament_for(request, slug, RIGHT_TO_WITHDRAW)
    reason = reason_in(request).strip()
    if not reason:
        refuse("reason_required")
    withdrawn = len(withdraw_findings(str(row.id), reason, replace(context_of(request), expected=None)))
    said = ngettext("One claim was withdrawn.", "%(n)s claims were withdrawn.", withdrawn)
    messages.success(request, said % {"n": withdrawn})
    return redirect("web:limits", slug=slug)


class WhatIfForm(PlainForm):
    """Criteria, points, rules and komi that are supposed of a tournament."""

    criteria = text(gettext_lazy("Criteria, in their order"), 300, size=40)
    nbw_bye2, nbw_absent2, mms_bye2, mms_absent2 = map(setting_field, HALVES)
    ruleset = text(
        gettext_lazy("Rules of every game"),
        200,
        note=gettext_lazy("Leave empty to keep the value of each game."),
        size=40,
        list="rulesets",
    )
    komi = PointsField(label=LABELS["komi"], required=False)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in HALVES:
            self.fields[name].required = False

    def what_if(self, row: TournamentRow) -> WhatIf:
        """Return what is supposed. Refuses what no tournament can have."""
        data = self.cleaned_data
        settings: dict[str, Any] = {name: data[name] for name in HALVES if data[name] != ""}
        if criteria := data["criteria"].upper().replace(",", " ").split():
            settings["criteria"] = tuple(criteria)
        check_settings(replace(settings_of(row), **settings))
        other_komi = data["komi"] not in (None, _in_force(row)["komi"])
        return WhatIf(
            limits=Limits(**({"komi": data["komi"]} if other_komi else {})),
            settings=settings,
            ruleset=canonical_ruleset(data["ruleset"]) if data["ruleset"] else None,
        )


@read_page
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Who would stand elsewhere; asked by the address, so nothing is written."""
    row = tournament_for(request, slug, "whatif.read")
    settings = settings_of(row)
    now = {name: getattr(settings, name) for name in HALVES}
    form = WhatIfForm(
        request.GET or None,
        initial={**now, "criteria": ", ".join(settings.criteria), "komi": _words(settings.komi)},
    )
    context = {**frame(request, row), "form": form, "rulesets": ruleset_choices()}
    if form.is_valid():
        try:
            body, _ = what_if_body(row, form.what_if(row))
            context |= {"would": body, "moves": _moves(body)}
        except Refusal as no:
            form.add_refusal(no)
    return render(request, "nigiri/whatif.html", context)
