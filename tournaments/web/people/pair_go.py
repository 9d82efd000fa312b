"""Pair go and rengo: two or three players of the organisation enter as one side."""

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.rest.operations import command_with, values_of_form
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank
from tournaments.domain.entries import EnterPlayer
from tournaments.persons.sides import entry_fields
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import context_of, form_action, form_page, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.people.entering import form_of

MOST_LISTED = 1000
WHO = ("player_id", "partner_id", "third_id")


@require_safe
@form_page
def pairs_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Who might enter as a pair, by name."""
    row = tournament_for(request, slug, "entry.change")
    free = [(player.pk, player.name, format_rank(player.rank)) for player in _free(row)[:MOST_LISTED]]
    return render(request, "nigiri/enter_pair.html", {**frame(request, row), **form_of(row), "free": free})


def _free(row: TournamentRow) -> QuerySet[Player]:
    """Players of the organisation who are not entered yet."""
    entries = EntryRow.objects.filter(tournament=row)
    entered = Q(pk__in=entries.values("player_id"))
    for who in ("partner_id", "third_id"):
        entered |= Q(pk__in=entries.filter(**{f"{who}__isnull": False}).values(who))
    return Player.objects.filter(organisation_id=row.organisation_id, erased=False).exclude(entered)


@form_action
def enter_pair(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, EnterPlayer.right)
    context = context_of(request)
    values = entry_fields(row, values_of_form(EnterPlayer, request.POST))
    carry_out(str(row.id), command_with(EnterPlayer, values, context), context)
    players = Player.objects.in_bulk([values[who] for who in WHO if who in values])
    messages.success(
        request,
        gettext("%(names)s are entered.") % {"names": " & ".join(player.name for player in players.values())},
    )
    return redirect("web:pairs", slug=slug)
