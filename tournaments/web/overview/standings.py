"""The front page of a tournament and its standings, who wins which prize, and what it does to ratings."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext, ngettext
from django.views.decorators.gzip import gzip_page

from games.log.serialisation import decode
from games.speaking import translate
from rules import Ruleset
from tournaments.access.actors import tournament_subject
from tournaments.competition.history import History
from tournaments.competition.ranks import format_rank
from tournaments.competition.schedules.systems import is_bracket
from tournaments.competition.standings import standings
from tournaments.competition.standings.prizes import PrizeChoices
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.hall import notes_of
from tournaments.persons.lists.folding import is_called, sort_key
from tournaments.reading.bodies import (
    FILTERS,
    StandingsBody,
    matches_filter,
    places_are_shared,
    standings_of_history,
)
from tournaments.reading.paging import LINES_PER_PART, Lines, list_parts, part_after
from tournaments.reading.prize_bodies import PrizesBody, prizes_body
from tournaments.reading.queries import games_with_details, settings_of
from tournaments.reading.rating_bodies import RatingsBody, ratings_body
from tournaments.reading.team_bodies import team_sections, team_standings_body
from tournaments.reading.visibility import visible_history
from tournaments.registration.terms import signup_is_open, terms_of
from tournaments.state.groups import history_of_group
from tournaments.state.tournament import Details, ResultState
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.templatetags.nigiri import true_minus
from tournaments.web.base import allowed, officer, read_page, tournament_for
from tournaments.web.overview.lines import own_entries
from tournaments.web.overview.parameters import asked_for, moment_in, number_in
from tournaments.web.overview.progress import stand_of
from tournaments.web.overview.reading import frame, results_after_pairing, system_in_words
from tournaments.web.overview.words import criteria_in_words
from tournaments.web.ruleset_titles import title_of

MOST_PRIZES = 99
SHADES = ("s5", "s4", "s3", "s2", "s1")
"""Classes of the style sheet, for opponents of the first fifth of the table, the second ..."""
CELL = re.compile(r"([1-9][0-9]*)([+=-])")
"""Of a game that counts: the opponent's line, and what came of it."""
OUTCOMES = {"+": "won", "=": "even", "-": "lost"}

Games = Mapping[tuple[int, str], str]
"""Round and entry -> a game that is worth a look."""


def games_of(row: TournamentRow, rounds: Iterable[RoundRow]) -> Games:
    """Of the rounds that the reader sees."""
    worth = games_with_details(row.id)
    if not worth:
        return {}
    held = {round_.number: round_.held for round_ in rounds}
    games = PairingRow.objects.filter(tournament=row, round__in=held)
    found: dict[tuple[int, str], str] = {}
    for game_id, number, white, black in games.values_list("game_id", "round", "white", "black"):
        if str(game_id) in worth and white not in held[number]:
            found |= dict.fromkeys(((number, white), (number, black)), str(game_id))
    return found


def crossed(section: StandingsBody, games: Games) -> dict[str, Any]:
    """The section with cells of text, shade and game in place of texts."""
    lines = len(section["results"])
    return {
        **section,
        "has_wins": "NBW" in section["criteria"],
        "shared": places_are_shared(section),
        "results": [
            {
                **line,
                "cells": [
                    (text, _shade(text, lines), games.get((number, line["entry"]), ""))
                    for number, text in enumerate(line["games"], start=1)
                ],
            }
            for line in section["results"]
        ],
    }


def _shade(text: str, lines: int) -> str:
    """The classes: "won s5" is against a player of the first fifth; empty where no game counts."""
    found = CELL.match(text)
    if not found:
        return ""
    fifth = (int(found[1]) - 1) * len(SHADES) // lines
    return f"{OUTCOMES[found[2]]} {SHADES[fifth]}"


def front(row: TournamentRow) -> dict[str, Any]:
    return {
        "stand": stand_of(row),
        "announcement": notes_of(row).announcement,
        "details": [(label, words) for label, words in _details(row) if words],
    }


def _details(row: TournamentRow) -> Iterator[tuple[str, str]]:
    """Yield each heading and its words, which are empty where nothing is known."""
    poster: Details = decode(Details, row.poster)
    rules = title_of(Ruleset.parse_recorded(row.ruleset).name)
    yield gettext("System"), system_in_words(row)
    yield (
        gettext("Rules"),
        gettext("%(rules)s, komi %(komi)g")
        % {
            "rules": rules,
            "komi": settings_of(row).komi_for(0),
        },
    )
    yield gettext("Time"), time_in_words(poster.time)
    yield gettext("Fee"), terms_of(row).fee


def time_in_words(time: TimeSystem) -> str:
    """Return a time system as "60 minutes, then 5 times 30 seconds"; empty if it is unknown."""
    if not time.basic:
        return ""
    words = {
        Overtime.NONE: gettext("%(basic)d minutes"),
        Overtime.BYOYOMI: gettext("%(basic)d minutes, then %(moves)d times %(seconds)d seconds"),
        Overtime.CANADIAN: gettext("%(basic)d minutes, then %(moves)d moves in each %(seconds)d seconds"),
        Overtime.FISCHER: gettext("%(basic)d minutes and %(seconds)d seconds for each move"),
    }
    facts = {"basic": time.basic, "moves": time.moves, "seconds": time.seconds}
    return words[time.overtime] % facts


@gzip_page
@read_page
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Of an event of teams theirs stand first."""
    row, history, context = _told(request, slug)
    own = own_entries(request.user)
    of_all = context["table"]
    asked = {name: request.GET.get(name, "")[:120] for name in (*FILTERS, "lit")}
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
        "whole": not any(asked[name] for name in FILTERS),
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
    context["asked_for"] = asked_for(request, "group", *FILTERS)
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
    before = {} if is_bracket(row.system) else _places_before(history, section)
    limits = settings_of(row).categories
    rows = [line for line in _below_each_other(section, before, lit) if matches_filter(line, asked, limits)]
    return {**section, "results": rows, "has_movement": bool(before)}


def _places_before(history: History, section: StandingsBody) -> dict[str, int]:
    """Return the place of each entry after the previous round; empty before round 2."""
    if section["round"] < 2:
        return {}
    history = history.of_final_entries()
    if not section["everybody"]:
        history = history_of_group(history, section["group"])
    return {line.entrant_id: line.place for line in standings(history, section["round"] - 1).rows}


def _below_each_other(
    section: Mapping[str, Any], before: Mapping[str, int], lit: set[str]
) -> list[dict[str, Any]]:
    """The rows, each with the name of who stands above it ("" for the first) and the places it won."""
    above = ["", *(line["name"] for line in section["results"])]
    return [
        {
            **line,
            "above": name,
            "sentence": _reason(name, line["reason"]),
            "moved": _movement(before.get(line["entry"]), line["place"]),
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


def _movement(before: int | None, place: int) -> dict[str, Any]:
    """Up or down, by how many; empty for who stayed."""
    won = (before or place) - place
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
    ranks = [translate(format_rank(limit)) for limit in limits]
    named = [(str(n), lower % {"n": n, "rank": rank}) for n, rank in enumerate(ranks, start=2)]
    return [("1", highest % {"rank": ranks[0]}), *named] if ranks else []


@read_page
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = _prizes_in_address(request, row)
    asked: dict[str, Any] = {"round": body["round"], "first": body["first"], "youth": body["youth"]}
    if not body["everybody"]:
        asked["group"] = body["group"]
    context = {**frame(request, row), "told": body, "asked_for": f"?{urlencode(asked)}"}
    return render(request, "nigiri/prizes.html", context)


def _prizes_in_address(request: HttpRequest, row: TournamentRow) -> PrizesBody:
    """As the address asks for them: after which round, how many places, how old."""
    usual = PrizeChoices()
    asked = PrizeChoices(
        first=number_in(request, "first", MOST_PRIZES) or usual.first,
        youth=number_in(request, "youth", MOST_PRIZES) or usual.youth,
    )
    return prizes_body(
        row,
        number_in(request, "round", row.rounds),
        asked,
        officer=officer(request, row),
        group=request.GET.get("group"),
        personal=allowed(request, "people.read", tournament_subject(row)),
    )


@gzip_page
@read_page
def ratings_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = ratings_body(row, officer=officer(request, row))
    asked, after = (request.GET.get(name, "")[:120] for name in ("q", "after"))
    found = [line for line in body["results"] if is_called(line["name"], asked)]
    context = {
        **frame(request, row),
        "told": body,
        "asked": asked,
        "many": len(body["results"]) > LINES_PER_PART,
        "parts": list_parts(found),
        "after": after,
        "rows": _rows(body, part_after(found, after)),
        "left_out": body["left_out"][:LINES_PER_PART],
        "left_out_more": max(0, len(body["left_out"]) - LINES_PER_PART),
    }
    return render(request, "nigiri/ratings.html", context)


def _rows(body: RatingsBody, rows: Lines) -> list[dict[str, Any]]:
    """Each with the whole change, up or down, and its games in words."""
    weight = floatformat(body["weight"], "-2")
    return [
        {
            **row,
            "rose": row["after"] - row["before"],
            "fell": row["before"] - row["after"],
            "told": [_in_words(game, weight) for game in row["games"]],
        }
        for row in rows
    ]


def _in_words(game: Mapping[str, Any], weight: str) -> str:
    facts = {"round": game["round"], "name": game["opponent_name"]}
    facts["rating"] = floatformat(game["opponent_rating"], 0)
    stones = game["handicap"]
    sums = gettext("%(weight)s x con %(con)s x (%(sa)s - %(se)s) = %(change)s, bonus %(bonus)s.") % {
        **{name: true_minus(game[name]) for name in ("con", "change", "bonus")},
        "weight": weight,
        "sa": floatformat(game["sa"], "-1"),
        "se": floatformat(game["se"], 3),
    }
    given = f", {ngettext('%(n)d stone', '%(n)d stones', stones) % {'n': stones}}" if stones else ""
    return f"{_outcome(game) % facts}{given}: {sums}"


def _outcome(game: Mapping[str, Any]) -> str:
    if game["sa"] == 1:
        return gettext("Round %(round)d: won against %(name)s (%(rating)s)")
    if game["sa"] == 0:
        return gettext("Round %(round)d: lost to %(name)s (%(rating)s)")
    return gettext("Round %(round)d: jigo with %(name)s (%(rating)s)")
