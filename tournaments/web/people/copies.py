"""All that concerns a person, as a file, from the page of the player or from their own."""

from typing import cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.access.actors import person_subject
from tournaments.api.copies import as_file
from tournaments.tables.people import Player
from tournaments.web.base import allow, allowed, form_page


@require_safe
@form_page
def copy_of_player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    player = Player.objects.filter(organisation__slug=slug, pk=player_id).first()
    if player is None:
        raise Http404
    subject = person_subject(player)
    allow(request, "person.copy", subject, seen=allowed(request, "people.read", subject))
    return cast("HttpResponse", as_file(player))
