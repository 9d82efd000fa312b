"""Who wins which prize, and what the tournament does to ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.reading.rating_bodies import ratings_body
from tournaments.web.base import form_page, officer, tournament_for
from tournaments.web.overview.as_data import prizes_asked
from tournaments.web.overview.reading import frame


@require_safe
@form_page
def prizes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = prizes_asked(request, row)
    return render(request, "nigiri/prizes.html", {**frame(request, row), "told": body})


@require_safe
@form_page
def ratings_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    body = ratings_body(row, officer=officer(request, row))
    return render(request, "nigiri/ratings.html", {**frame(request, row), "told": body})
