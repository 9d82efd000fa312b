"""Where players say how the public names them, by the link of their entry or from their account."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from tournaments.access.actors import actor_of
from tournaments.persons.players import SetPrivacy, set_privacy
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, players_of
from tournaments.web.base import context_of, entry_for, form_action, form_page
from tournaments.web.overview.reading import frame

RIGHT = "privacy.say"


@require_safe
@form_page
def privacy_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    entry = entry_for(request, slug, entry_id, RIGHT)
    players = own_players(request, entry)
    context = {
        **frame(request, entry.tournament),
        "entry": entry,
        "name": entry_names(entry.tournament)[entry.id],
        "hidings": Hiding.choices,
        "hidden": players[0].hidden if players else "",
        "career": bool(players) and all(player.career_since for player in players),
        "players": players,
    }
    return render(request, "nigiri/privacy.html", context)


@form_action
def say(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    entry = entry_for(request, slug, entry_id, RIGHT)
    told = SetPrivacy(hidden=request.POST.get("hidden", ""), career=request.POST.get("career") == "yes")
    set_privacy(own_players(request, entry), told, context_of(request))
    messages.success(request, gettext("Saved."))
    return redirect("web:own-privacy", slug=slug, entry_id=entry_id)


def own_players(request: HttpRequest, entry: EntryRow) -> list[Player]:
    """Of an account its own player alone; a link is of all who play together."""
    players = Player.objects.filter(pk__in=players_of(entry), erased=False)
    user_id = actor_of(request.user).user_id
    return list(players if user_id is None else players.filter(user_id=user_id))
