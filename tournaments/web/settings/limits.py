"""Limits of judging: read, tried, changed by forms; and what if other things were chosen."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_safe

from games.log.store import VersionClash
from games.marking import marked
from games.refusals import Refusal, refuse
from games.speaking import translate
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
    preview_body,
    what_if_body,
)
from tournaments.loading import load
from tournaments.outbox.rows import Job
from tournaments.reading.queries import entry_names, settings_of
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import (
    allowed,
    context_of,
    form_action,
    form_page,
    reason_in,
    refused_by,
    status_of,
    tournament_for,
)
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why
from tournaments.web.refused import data_of, field_of
from tournaments.web.settings.form import HALVES as POINTS_OF_HALVES
from tournaments.web.settings.form import ruleset_choices

LABELS = {
    "komi": gettext_lazy("Komi"),
    "handicap_komi": gettext_lazy("Komi of handicap games"),
    "stone_supply": gettext_lazy("Stones of a side"),
    "continuations": gettext_lazy("Continuations"),
    "claims_per_player": gettext_lazy("Claims per player"),
    "sequences_per_claim": gettext_lazy("Sequences per claim"),
    "fine": gettext_lazy("Fine, in points"),
    "length": gettext_lazy("Most turns of a game"),
    "claim_minutes": gettext_lazy("Minutes for claims"),
}
POINTS = ("komi", "handicap_komi", "fine")
HALVES = {
    "nbw_bye2": gettext_lazy("Wins for a bye"),
    "nbw_absent2": gettext_lazy("Wins for an absence"),
    "mms_bye2": gettext_lazy("McMahon points for a bye"),
    "mms_absent2": gettext_lazy("McMahon points for an absence"),
}
NUMBER = re.compile(r"-?[0-9]{1,9}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


@require_safe
@form_page
def limits_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The limits in force, and a form."""
    row = tournament_for(request, slug, "limits.read")
    sent = data_of(request, reverse("web:limits-preview", args=(row.slug,)))
    lines = [(name, LABELS[name], _words(value)) for name, value in _in_force(row).items()]
    context = {
        **frame(request, row),
        "lines": [
            {"name": name, "label": label, "now": now, "typed": sent.get(name, now)}
            for name, label, now in lines
        ],
        "may_change": allowed(request, ChangeLimits.right, tournament_subject(row)),
    }
    return render(request, "nigiri/limits.html", context)


def _in_force(row: TournamentRow) -> dict[str, Any]:
    state, _ = load(str(row.id))
    return limits_in_force(state.settings, state.ruleset, state.limits).by_name


def _words(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).replace("_", " ")


@form_action
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What the change would do; writes nothing."""
    return _preview(request, tournament_for(request, slug, ChangeLimits.right))


def _preview(request: HttpRequest, row: TournamentRow) -> HttpResponse:
    try:
        limits = _filled_in(request.POST, row)
        body, row.version = preview_body(row, limits)
    except Refusal as no:
        raise _named(no) from no
    context = {
        **frame(request, row),
        "changes": [(LABELS[n], _words(c["before"]), _words(c["after"])) for n, c in body["limits"].items()],
        "typed": {name: _words(value) for name, value in limits.by_name.items()},
        "would": body,
        "games": _games(row, body["games"]),
        "moves": _moves(body),
        "tournament": row,
    }
    return render(request, "nigiri/limits_preview.html", context)


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
    return [{**one, "why": _scores(one["scores"])} for one in body["changes"]]


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
    context = context_of(request)
    try:
        command = ChangeLimits(limits=_filled_in(request.POST, row), reason=reason_in(request))
        carry_out(str(row.id), command, context)
    except (Refusal, VersionClash) as no:
        return _again(request, row, no)
    if Job.objects.filter(pk=context.command_id).exists():
        return redirect("web:job", job_id=context.command_id)
    messages.info(request, gettext("The limits are so already: nothing to judge again."))
    return redirect("web:limits", slug=slug)


def _again(request: HttpRequest, row: TournamentRow, no: Refusal | VersionClash) -> HttpResponse:
    """What the change would do now, with the reason that was typed."""
    words = _why(no) if isinstance(no, Refusal) else ""
    request.refused = refused_by(request, no, words)  # type: ignore[attr-defined]
    response = _preview(request, row)
    response.status_code = status_of(no)
    return response


def _named(no: Refusal) -> Refusal:
    """With the limit as the field that is at fault, as the form calls it."""
    return Refusal(no.code, {**no.facts, "field": field_of(no), "fault": _why(no)})


def _why(no: Refusal) -> str:
    """A refusal that names the limit, where one is at fault."""
    name = LABELS.get(str(no.facts.get("limit", "")))
    return f"{name}: {translate(no.facts['fault'])}" if name and no.facts.get("fault") else why(no)


def _filled_in(fields: Mapping[str, str], row: TournamentRow) -> Limits:
    """Those that are filled in; a form holds all of them, also those that stay."""
    now = _in_force(row)
    given = {name: _value(name, fields[name].strip()) for name in LABELS if fields.get(name, "").strip()}
    return Limits(**{name: value for name, value in given.items() if value != now[name]})


def _value(name: str, text: str) -> Any:
    word = text.lower().replace(" ", "_")
    if name in POINTS:
        if DECIMAL.fullmatch(word.replace(",", ".")):
            return float(word.replace(",", "."))
        refuse("invalid_limit", limit=name, fault=marked("a number of points, such as 6.5."))
    if NUMBER.fullmatch(word):
        return int(word)
    if word not in (UNLIMITED, HALF_BOARD) or name == "claim_minutes":
        refuse("invalid_limit", limit=name, fault=marked("a whole number, or a word such as unlimited."))
    return word


@require_safe
@form_page
def what_if(request: HttpRequest, slug: str) -> HttpResponse:
    """Who would stand elsewhere; asked by the address, so nothing is written."""
    row = tournament_for(request, slug, "whatif.read")
    settings, fields = settings_of(row), request.GET
    context = {
        **frame(request, row),
        "criteria": fields.get("criteria", ", ".join(settings.criteria))[:300],
        "rulesets": ruleset_choices(),
        "points": [(str(half), words) for half, words in POINTS_OF_HALVES],
        "halves": [(n, HALVES[n], fields.get(n, str(getattr(settings, n)))[:4]) for n in HALVES],
        "ruleset": fields.get("ruleset", "")[:200],
        "komi": fields.get("komi", _words(settings.komi))[:40],
    }
    if fields:
        try:
            body, _ = what_if_body(row, _supposed(fields, row))
            context |= {"would": body, "moves": _moves(body)}
        except Refusal as no:
            messages.error(request, _why(no))
    return render(request, "nigiri/whatif.html", context)


def _supposed(fields: Mapping[str, str], row: TournamentRow) -> WhatIf:
    """Refuses what no tournament can have."""
    settings: dict[str, Any] = {n: _half(n, fields[n].strip()) for n in HALVES if fields.get(n, "").strip()}
    if criteria := fields.get("criteria", "")[:300].upper().replace(",", " ").split():
        settings["criteria"] = tuple(criteria)
    check_settings(replace(settings_of(row), **settings))
    ruleset = fields.get("ruleset", "").strip()[:200]
    limits = _filled_in({"komi": fields.get("komi", "")}, row)
    return WhatIf(limits=limits, settings=settings, ruleset=canonical_ruleset(ruleset) if ruleset else None)


def _half(name: str, text: str) -> int:
    if text not in ("0", "1", "2", "3", "4"):
        refuse(
            "invalid_settings",
            field=name,
            fault=marked("%(halves)s: 0 to 4, in half points.", halves=HALVES[name]),
        )
    return int(text)
