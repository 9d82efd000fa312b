"""The page of a player: their games, what they scored, where they stood after each round."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.access.actors import tournament_subject
from tournaments.reading.careers import is_public
from tournaments.reading.courses import course_body
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow
from tournaments.web.base import allowed, form_page, officer, tournament_for
from tournaments.web.overview.line_picture import places_picture
from tournaments.web.overview.reading import frame


def career_of(entry: EntryRow) -> tuple[str, str] | None:
    """The page of all that they have played: organisation and player, if they agree to that."""
    player = Player.objects.select_related("organisation").filter(pk=entry.player_id).first()
    alone = player is not None and entry.partner_id is None
    return (player.organisation.slug, str(player.pk)) if player and alone and is_public(player) else None


@require_safe
@form_page
def course_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    page = reverse("web:entry", args=(slug, entry_id))
    body = course_body(row, entry, page, officer=officer(request, row))
    places = [(game["round"], game["place"]) for game in body["games"] if game["place"]]
    context = {
        **frame(request, row),
        "entry": body,
        "games": body["games"],
        "placed": places[-1:],
        "career": career_of(entry),
        "picture": places_picture(places, body["of"]),
        "may_edit": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/course.html", context)
