"""The page on all that a player has played in the tournaments of one organisation, where they agree to it."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.reading.careers import career_body, is_public, rating_curve
from tournaments.tables.people import Player
from tournaments.web.base import form_page
from tournaments.web.overview.line_picture import ratings_picture
from tournaments.web.people.importing import organisation_for


@require_safe
@form_page
def career_page(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    house = organisation_for(request, slug, "organisation.read")
    player = Player.objects.filter(organisation=house, pk=player_id).first()
    if player is None or not is_public(player):
        raise Http404
    career = career_body(player)
    picture = ratings_picture(rating_curve(career["events"]))
    context = {"organisation": house, "player": player, "career": career, "picture": picture}
    return render(request, "nigiri/career.html", context)
