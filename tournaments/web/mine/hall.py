"""Codes in the hall: the one with which players check themselves in, and those of the tables."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.refusals import Refusal
from tournaments.access.actors import entry_subject, own_entry
from tournaments.access.link_holders import entry_of
from tournaments.domain.presence import CheckIn
from tournaments.hall import check_hall_code, hall_code
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.web.base import allow, form_action, perform, read_page, tournament_for
from tournaments.web.mine.links import links_of, shown, untold
from tournaments.web.overview.lines import own_entries
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why


@read_page
def hall_code_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet that the desk hangs in the hall."""
    row = tournament_for(request, slug, CheckIn.right)
    line = shown(request, reverse("web:here", args=(row.slug, hall_code(row))))
    return untold(render(request, "nigiri/hall_code.html", {**frame(request, row), "line": line}))


@read_page
def here_page(request: HttpRequest, slug: str, hall: str) -> HttpResponse:
    """Who may be checked in from this browser: by links that it has opened, or as the account's player."""
    row = tournament_for(request, slug, "tournament.read")
    try:
        check_hall_code(row, hall)
    except Refusal as no:
        said = {**frame(request, row), "why": why(no)}
        return untold(render(request, "nigiri/here.html", said, status=no.status))
    ids = {*links_of(request).held, *own_entries(request.user)}
    names = entry_names(row)
    entries = EntryRow.objects.filter(tournament=row, pk__in=ids, withdrawn=False) if ids else ()
    now = entry_of(request.user)
    lines = [
        {"id": entry.id, "name": str(names[entry.id]), "here": entry.checked_in, "may": now in ("", entry.id)}
        for entry in entries
    ]
    context = {**frame(request, row), "lines": lines, "code": hall}
    return untold(render(request, "nigiri/here.html", context))


@form_action
def say_here(request: HttpRequest, slug: str, hall: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, "tournament.read")
    entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
    allow(request, "presence.say", entry_subject(row, entry))
    check_hall_code(row, hall)
    perform(request, CheckIn, row, here=True, entry_id=entry.id)
    messages.success(request, _("You are checked in. Your table comes here when the round is published."))
    return redirect("web:my")


@read_page
def table_page(request: HttpRequest, slug: str, table: int) -> HttpResponse:
    """To its players it is their own game, to everybody else the game's page; ``?round=``: of that round."""
    row = tournament_for(request, slug, "tournament.read")
    game = _game_at(row, table, number_in(request, "round", row.rounds))
    if game is None:
        context = {**frame(request, row), "table": table}
        return render(request, "nigiri/at_table.html", context, status=404)
    if own_entry(request.user, game):
        return redirect("web:my")
    return redirect("web:game", slug=slug, game_id=game.game_id)


def _game_at(row: TournamentRow, table: int, number: int | None) -> PairingRow | None:
    """In the round, else in the last, that is published, as far as everybody sees it."""
    rounds = RoundRow.objects.filter(tournament=row, published=True)
    asked = rounds if number is None else rounds.filter(number=number)
    round_ = asked.order_by("-number").first()
    if round_ is None:
        return None
    games = PairingRow.objects.filter(tournament=row, round=round_.number, table=table)
    return next((game for game in games if round_.shows(game.white_id)), None)
