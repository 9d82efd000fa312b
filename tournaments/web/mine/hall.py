"""The code in the hall: shown by the desk, read by players, who check themselves in with it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from tournaments.access.actors import entry_subject
from tournaments.access.link_holders import entry_of
from tournaments.domain.presence import CheckIn
from tournaments.hall import check_hall_code, hall_code
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow
from tournaments.web.base import allow, form_action, form_page, perform, tournament_for
from tournaments.web.mine.cookie import links_of
from tournaments.web.mine.giving import shown
from tournaments.web.mine.opening import untold
from tournaments.web.overview.lines import own_entries
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why


@require_safe
@form_page
def hall_code_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet that the desk hangs in the hall."""
    row = tournament_for(request, slug, CheckIn.right)
    line = shown(request, reverse("web:here", args=(row.slug, hall_code(row))))
    return untold(render(request, "nigiri/hall_code.html", {**frame(request, row), "line": line}))


@require_safe
@form_page
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
