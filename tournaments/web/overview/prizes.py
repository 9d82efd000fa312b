"""Who wins which prize, and what the tournament does to ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access.actors import tournament_subject
from tournaments.competition.standings.prizes import Asked
from tournaments.reading.prize_bodies import prizes_body
from tournaments.reading.rating_bodies import ratings_body
from tournaments.web.base import allowed, form_page, officer, tournament_for
from tournaments.web.overview.reading import frame, number_in

MOST = 99


@require_safe
@form_page
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    usual = Asked()
    asked = Asked(
        first=number_in(request, "first", MOST) or usual.first,
        youth=number_in(request, "youth", MOST) or usual.youth,
    )
    body = prizes_body(
        row,
        number_in(request, "round", row.rounds),
        asked,
        officer=officer(request, row),
        group=request.GET.get("group"),
        personal=allowed(request, "people.read", tournament_subject(row)),
    )
    return render(request, "nigiri/prizes.html", {**frame(request, row), "told": body})


@require_safe
@form_page
def ratings_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = ratings_body(row, officer=officer(request, row))
    return render(request, "nigiri/ratings.html", {**frame(request, row), "told": body})
