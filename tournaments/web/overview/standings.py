"""Standings with a cell for each round: of all or each group, after any round, as of any moment."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.competition.history import History
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.schedules.systems import is_bracket
from tournaments.competition.standings.prizes import category_of
from tournaments.persons.lists.folding import is_called, sort_key
from tournaments.reading.bodies import standings_of_history
from tournaments.reading.place_paths import leading_paths, places_after_rounds
from tournaments.reading.queries import settings_of
from tournaments.reading.team_bodies import team_sections, team_standings_body
from tournaments.reading.visibility import visible_history
from tournaments.registration.terms import signup_is_open
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import form_page, officer, tournament_for
from tournaments.web.overview.cross import crossed, games_of
from tournaments.web.overview.front import front
from tournaments.web.overview.lines import own_entries
from tournaments.web.overview.parameters import moment_in, number_in
from tournaments.web.overview.path_picture import path_picture
from tournaments.web.overview.reading import frame, results_after_pairing
from tournaments.web.overview.words import criteria_in_words


@gzip_page
@require_safe
@form_page
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of an event of teams theirs stand first."""
    row, history, context = _told(request, slug)
    own = own_entries(request.user)
    of_all = context["table"]
    asked = {name: request.GET.get(name, "")[:120] for name in ("q", "club", "country", "category", "lit")}
    limits, games = settings_of(row).categories, games_of(row, context["rounds"])
    context["sections"] = [
        _placed(request, row, history, crossed(section, games), asked, {*own, asked["lit"]} - {""})
        for section in context["sections"]
        if request.GET.get("group") in (None, "", section["group"])
    ]
    context |= {
        "asked": asked,
        "group": request.GET.get("group", ""),
        "choices": filter_choices(of_all["results"], limits),
        "whole": not any(asked[name] for name in ("q", "club", "country", "category")),
        "signup_door": signup_is_open(row),
        **({} if of_all["at"] else front(row)),
        "podium": _has_podium(row, context),
        "explained": criteria_in_words(of_all["criteria"]),
    }
    return render(request, "nigiri/standings.html", context)


def _has_podium(row: TournamentRow, context: Mapping[str, Any]) -> bool:
    """Whether the first places of all are final, and of one table."""
    over = context["table"]["round"] == row.rounds and not context["missing"]
    return over and len(context["sections"]) == 1 and "of_teams" not in context


def _told(request: HttpRequest, slug: str) -> tuple[TournamentRow, History, dict[str, Any]]:
    row = tournament_for(request, slug, "tournament.read")
    number, at = number_in(request, "round", row.rounds), moment_in(request, row)
    sees = officer(request, row)
    seen = visible_history(row, at, officer=sees)
    table = standings_of_history(row, seen, number, at)
    groups = table["groups"] if len(table["groups"]) > 1 else []
    context = {**frame(request, row), "table": table, "columns": range(1, table["round"] + 1)}
    context["sections"] = [standings_of_history(row, seen, number, at, group) for group in groups] or [table]
    if settings_of(row).teams.boards:
        of_teams = team_standings_body(row, table["round"], at, officer=sees)
        context["of_teams"] = team_sections(of_teams, row, officer=sees)
    context["missing"] = table["results_missing"]
    context["unconfirmed"] = 0 if at else _count_unconfirmed(row, context["rounds"], table["round"])
    context["corrected"] = results_after_pairing(request, row, context["rounds"])
    return row, seen[0], context


def _placed(
    request: HttpRequest,
    row: TournamentRow,
    history: History,
    section: Any,
    asked: Mapping[str, str],
    lit: set[str],
) -> dict[str, Any]:
    """A table with what the page shows beside it; places stay those of the whole, however few are shown."""
    places = places_after_rounds(row, history, section, officer=officer(request, row))
    limits = settings_of(row).categories
    rows = [line for line in _below_each_other(section, places, lit) if matches_filter(line, asked, limits)]
    way = [] if is_bracket(row.system) else leading_paths(section, places)
    return {**section, "results": rows, "ways": way, "path": path_picture(way)}


def _below_each_other(
    section: Mapping[str, Any], places: Mapping[str, Sequence[int]], lit: set[str]
) -> list[dict[str, Any]]:
    """The rows, each with the name of who stands above it ("" for the first) and the places it won."""
    above = ["", *(line["name"] for line in section["results"])]
    return [
        {
            **line,
            "above": name,
            "sentence": _reason(name, line["reason"]),
            "moved": _movement(places.get(line["entry"], ())),
            "lit": bool(lit & {line["entry"], line["club"], line["country"]}),
        }
        for line, name in zip(section["results"], above, strict=False)
    ]


def _reason(above: str, why: str) -> str:
    """A sentence; empty for the first."""
    if not why:
        return ""
    facts = {"above": above, "why": why}
    if why.endswith(gettext("no criterion decides")):
        return gettext("Level with %(above)s: %(why)s.") % facts
    return gettext("Behind %(above)s, who is %(why)s.") % facts


def _movement(places: Sequence[int]) -> dict[str, Any]:
    """Up or down, by how many; empty for who stayed."""
    won = places[-2] - places[-1] if len(places) > 1 else 0
    return {"up": won > 0, "by": abs(won)} if won else {}


def _count_unconfirmed(row: TournamentRow, rounds: QuerySet[RoundRow], last: int) -> int:
    """How many results that count were reported by one player, and confirmed by nobody."""
    held = {round_.number: round_.held for round_ in rounds if round_.number <= last}
    reported = PairingRow.objects.filter(tournament=row, result_state=ResultState.REPORTED, round__in=held)
    return sum(white not in held[number] for number, white in reported.values_list("round", "white_id"))


def filter_choices(rows: Iterable[Mapping[str, Any]], limits: Sequence[int]) -> dict[str, Any]:
    """Return the clubs, countries and categories to filter by; a single club or country is no choice."""
    listed = list(rows)
    clubs = sorted({row["club"] for row in listed} - {""}, key=sort_key)
    countries = sorted({row["country"] for row in listed} - {""})
    return {
        "clubs": clubs if len(clubs) > 1 else [],
        "countries": countries if len(countries) > 1 else [],
        "categories": _categories(limits),
    }


def _categories(limits: Sequence[int]) -> list[tuple[str, str]]:
    """Number and words: "Category 2 (1k and below)"."""
    highest = gettext("Category 1 (%(rank)s and stronger)")
    lower = gettext("Category %(n)s (weaker than %(rank)s)")
    named = [
        (str(n), lower % {"n": n, "rank": format_rank(limit)}) for n, limit in enumerate(limits, start=2)
    ]
    return [("1", highest % {"rank": format_rank(limits[0])}), *named] if limits else []


def matches_filter(line: Mapping[str, Any], asked: Mapping[str, str], limits: Sequence[int]) -> bool:
    """Return whether a line has the club, country, category and name that were asked for."""
    if any(asked[name] and asked[name] != line[name] for name in ("club", "country")):
        return False
    if asked["category"] and asked["category"] != str(category_of(parse_rank(line["rank"]), limits)):
        return False
    return is_called(f"{line['name']} {line['club']}", asked["q"])
