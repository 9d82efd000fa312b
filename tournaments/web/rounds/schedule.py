"""The page of a round robin or a knock-out: who met whom, the bracket as a picture and in words."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from tournaments.competition.history import Winner
from tournaments.competition.schedules import round_robin
from tournaments.competition.schedules.bracket import NOBODY, Filled
from tournaments.deciding.fields import fields_of
from tournaments.deciding.scheduling import filled, seeds_of
from tournaments.reading.schedule_bodies import Meeting, meetings, names_in, shown_state
from tournaments.reading.team_bodies import halves
from tournaments.state.tournament import Tournament
from tournaments.web.base import form_page, officer, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.rounds.bracket_picture import picture

SIGNS = {2: "+", 1: "=", 0: "-"}
KINDS = {"W": "", "L": "losers' side", "F": "final", "T": "for third place"}


@require_safe
@form_page
def schedule_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    state = shown_state(row, officer=officer(request, row))
    names = {id_: str(name) for id_, name in names_in(row, state).items()}
    sections = [_section(state, group, names) for group in fields_of(state)]
    context = {**frame(request, row), "sections": sections, "system": state.settings.system}
    context["of_teams"] = bool(state.settings.teams.boards)
    return render(request, "nigiri/schedule.html", context)


def _section(state: Tournament, group: str, names: Mapping[str, str]) -> dict[str, Any]:
    seeds = seeds_of(state, group)
    matches = filled(state, group)
    berger = bool(seeds) and state.settings.system == "round_robin"
    return {
        "group": group,
        "drawn": bool(seeds),
        # Made of names that are escaped there, and of numbers.
        "picture": SafeString(picture(matches, names, seeds)),
        "matches": [_words(one, names) for one in matches if NOBODY not in (one.one, one.other)],
        "lines": _cross(state, seeds, names) if berger else [],
        "rounds": _berger(state, seeds, names) if berger else [],
    }


def _words(one: Filled, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "round": one.match.round,
        "kind": KINDS[one.match.place[0]],
        "one": names.get(one.one or "", "?"),
        "other": names.get(one.other or "", "?"),
        "winner": names.get(one.winner or "", ""),
        "table": one.game.table if one.game else "",
    }


def _cross(state: Tournament, seeds: Sequence[str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """A line for each player or team, a cell for each opponent: what came of every time they met."""
    met: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in meetings(state, seeds):
        for own, other in ((one.game.black, one.game.white), (one.game.white, one.game.black)):
            met[own, other].append(_cell(one, own, other))
    between = " " if state.settings.teams.boards else ""
    return [
        {
            "number": number,
            "name": names[own],
            "cells": ["■" if own == other else between.join(met[own, other]) for other in seeds],
        }
        for number, own in enumerate(seeds, start=1)
    ]


def _cell(met: Meeting, own: str, other: str) -> str:
    """Won (+), lost (-), jigo (=), no result yet (?); of teams with board points, "+2½:½"."""
    result = met.game.result
    known = result.winner is not Winner.NOBODY_YET
    sign = SIGNS[result.points2(for_black=own == met.game.black)] if known else "?"
    told = known or any(met.points2.values())
    score = f"{halves(met.points2[own])}:{halves(met.points2[other])}" if met.points2 and told else ""
    return sign + score + ("!" if result.by_default else "")


def _berger(state: Tournament, seeds: Sequence[str], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every round as it was drawn, with its date if it has one."""
    chosen = state.settings.schedule
    last = round_robin.rounds_needed(len(seeds), twice=chosen.twice)
    plans = {number: round_robin.plan(seeds, number) for number in range(1, last + 1)}
    return [
        {
            "number": number,
            "date": chosen.dates[number - 1] if number <= len(chosen.dates) else "",
            "games": [(names[game.white], names[game.black]) for game in plan.games],
            "free": [names[id_] for id_ in plan.byes],
        }
        for number, plan in plans.items()
    ]
