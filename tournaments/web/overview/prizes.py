"""Who wins which prize, and what the tournament does to ratings."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext, ngettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from tournaments.persons.lists.folding import is_called
from tournaments.reading.paging import LINES_PER_PART, Lines, list_parts, part_after
from tournaments.reading.rating_bodies import RatingsBody, ratings_body
from tournaments.templatetags.nigiri import true_minus
from tournaments.web.base import form_page, officer, tournament_for
from tournaments.web.overview.as_data import prizes_in_address
from tournaments.web.overview.reading import frame


@require_safe
@form_page
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = prizes_in_address(request, row)
    asked: dict[str, Any] = {"round": body["round"], "first": body["first"], "youth": body["youth"]}
    if not body["everybody"]:
        asked["group"] = body["group"]
    context = {**frame(request, row), "told": body, "asked_for": f"?{urlencode(asked)}"}
    return render(request, "nigiri/prizes.html", context)


@gzip_page
@require_safe
@form_page
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
