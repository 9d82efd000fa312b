"""The page of somebody who plays: their games, what they scored, where they stood after each round."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.access.actors import tournament_subject
from tournaments.reading.courses import course_body
from tournaments.tables.rows import EntryRow
from tournaments.web.base import allowed, form_page, officer, tournament_for
from tournaments.web.overview.places_picture import places_picture
from tournaments.web.overview.reading import frame


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
        "picture": places_picture(places, body["of"]),
        "may_edit": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/course.html", context)
