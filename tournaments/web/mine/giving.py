"""The link of one entry as the desk hands it out, with its QR; badges and cards are ``web.sheets``."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.private_links import link_state, renew, revoke
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.addresses import absolute, own_link, with_code
from tournaments.web.base import form_action, form_page, number_in_form, tournament_for
from tournaments.web.mine.opening import untold
from tournaments.web.overview.reading import frame

RIGHT = "link.give"


@require_safe
@form_page
def link_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """The link of an entry, to be scanned from the screen; renewed or revoked with one press."""
    row, entry = _entry(request, slug, entry_id)
    now = link_state(entry.id)
    context: dict[str, Any] = {
        **frame(request, row),
        "entry": entry,
        "name": str(entry_names(row)[entry.id]),
        "standing": now,
        "line": None if now.revoked else shown(request, own_link(entry, now)),
    }
    return untold(render(request, "nigiri/entry_link.html", context))


@form_action
def renew_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    renew(entry.id, number_in_form(request, "seen") or 0, timezone.now())
    messages.success(request, _("This is the new link. Any older one is dead, on every phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


@form_action
def revoke_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    revoke(entry.id, timezone.now())
    messages.success(request, _("Link revoked. It no longer works on any phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


def _entry(request: HttpRequest, slug: str, entry_id: UUID) -> tuple[TournamentRow, EntryRow]:
    row = tournament_for(request, slug, RIGHT)
    entry = EntryRow.objects.filter(tournament=row, pk=str(entry_id)).first()
    if entry is None:
        raise Http404
    return row, entry


def shown(request: HttpRequest, path: str) -> dict[str, Any]:
    """A link as the desk shows it, with its QR."""
    return with_code(absolute(request, path))
