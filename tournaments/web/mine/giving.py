"""What the desk hands out: the link of one entry, sheets of badges, cards for the tables; with their QR."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.competition.ranks import format_rank
from tournaments.people.links import Standing, renew, revoke, standing, standings_of, token_with
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.addresses import absolute, is_only_here, qr
from tournaments.web.base import form_page, number_said, tournament_for
from tournaments.web.mine.opening import untold
from tournaments.web.overview.reading import frame

RIGHT = "link.give"
PAPERS = {"a4": "A4", "letter": "Letter"}
BADGES, CARDS = 10, 6  # on a sheet of either paper
MOST_TABLES = 500


@require_safe
@form_page
def link_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """The link of an entry, to be scanned from the screen; made anew or taken back with one press."""
    row, entry = _entry(request, slug, entry_id)
    now = standing(entry.id)
    context: dict[str, Any] = {
        **frame(request, row),
        "entry": entry,
        "name": str(entry_names(row)[entry.id]),
        "standing": now,
        "line": None if now.revoked else shown(request, _link(entry, now)),
    }
    return untold(render(request, "nigiri/entry_link.html", context))


@require_POST
@form_page
def renew_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    renew(entry.id, number_said(request, "seen") or 0, timezone.now())
    messages.success(request, _("This is the new link. Any older one is dead, on every phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


@require_POST
@form_page
def revoke_link(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row, entry = _entry(request, slug, entry_id)
    revoke(entry.id, timezone.now())
    messages.success(request, _("The link is taken back: it opens nothing any more, on any phone."))
    return redirect("web:entry-link", slug=row.slug, entry_id=entry_id)


@require_safe
@form_page
def badges_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who plays, by name, ten on a sheet."""
    row = tournament_for(request, slug, RIGHT)
    names, standings = entry_names(row), standings_of(row)
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False)
    found = sorted(entries, key=lambda entry: str(names[entry.id]))
    badges = [_badge(request, entry, str(names[entry.id]), standings.get(entry.id)) for entry in found]
    return _sheets(request, row, "nigiri/badges.html", badges, BADGES)


@require_safe
@form_page
def cards_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each table, six on a sheet; ``?tables=``: of how many."""
    row = tournament_for(request, slug, RIGHT)
    last = _tables(request, row)
    cards = [_card(request, row, table) for table in range(1, last + 1)]
    return _sheets(request, row, "nigiri/cards.html", cards, CARDS, {"tables": last})


def _entry(request: HttpRequest, slug: str, entry_id: UUID) -> tuple[TournamentRow, EntryRow]:
    row = tournament_for(request, slug, RIGHT)
    entry = EntryRow.objects.filter(tournament=row, pk=str(entry_id)).first()
    if entry is None:
        raise Http404
    return row, entry


def _sheets(
    request: HttpRequest,
    row: TournamentRow,
    template: str,
    pieces: Sequence[dict[str, Any]],
    each: int,
    more: dict[str, Any] | None = None,
) -> HttpResponse:
    paper = request.GET.get("paper", "")
    context: dict[str, Any] = {
        **frame(request, row),
        "sheets": [pieces[at : at + each] for at in range(0, len(pieces), each)],
        "paper": paper if paper in PAPERS else "a4",
        "papers": PAPERS.items(),
        "only_here": is_only_here(absolute(request, "/")),
        **(more or {}),
    }
    return untold(render(request, template, context))


def _badge(request: HttpRequest, entry: EntryRow, name: str, held: Standing | None) -> dict[str, Any]:
    """Without a code where the link was taken back."""
    now = held or Standing()
    return {
        "name": name,
        "rank": format_rank(entry.rank),
        "club": entry.club,
        "country": entry.country,
        "number": entry.number,
        "qr": "" if now.revoked else qr(absolute(request, _link(entry, now))),
    }


def _card(request: HttpRequest, row: TournamentRow, table: int) -> dict[str, Any]:
    address = absolute(request, reverse("web:at-table", args=(row.slug, table)))
    return {"table": table, "address": address, "qr": qr(address)}


def _tables(request: HttpRequest, row: TournamentRow) -> int:
    """As many as are asked for; else as the fullest round has, or as all who are entered fill."""
    asked = request.GET.get("tables", "")
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) <= MOST_TABLES:
        return int(asked)
    used = PairingRow.objects.filter(tournament=row).order_by("-table").values_list("table", flat=True)
    seats = EntryRow.objects.filter(tournament=row).count() // 2
    return min(max(used.first() or 0, seats), MOST_TABLES)


def _link(entry: EntryRow, now: Standing) -> str:
    return reverse("web:open-link", args=(token_with(entry, now.serial),))


def shown(request: HttpRequest, path: str) -> dict[str, Any]:
    """A link as the desk shows it, with its QR."""
    link = absolute(request, path)
    return {"link": link, "qr": qr(link), "only_here": is_only_here(link)}
