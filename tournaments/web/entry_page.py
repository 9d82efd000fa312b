"""One entry as it counts in this tournament: looked at, changed, withdrawn and taken back in."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.refusals import Refusal, refuse
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.ratings.ranks import rating_of
from tournaments.deciding.entries import ChangeEntry, ReinstateEntry, WithdrawEntry
from tournaments.one_line import fits
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.base import back, context_of, form_page, reason_in, tournament_for, why
from tournaments.web.reading import frame


@require_safe
@form_page
def edit_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    return _page(request, tournament_for(request, slug, "entry.change"), entry_id)


def _page(request: HttpRequest, row: TournamentRow, entry_id: UUID) -> HttpResponse:
    """The entry as it stands, or as it was typed where that is refused."""
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    context: dict[str, Any] = {
        **frame(request, row),
        "entry": entry,
        "name": str(entry_names(row)[str(entry.id)]),
        "typed": _shown(entry) | request.POST.dict(),
        "needs_reason": PairingRow.objects.filter(tournament=row).exists(),
    }
    return render(request, "nigiri/entry.html", context)


def _shown(entry: EntryRow) -> dict[str, str]:
    return {
        "rank": format_rank(entry.rank),
        "rating": str(entry.rating),
        "correction": str(entry.correction),
        "country": entry.country,
        "club": entry.club,
        "group": entry.group,
        "registration": "final" if entry.final else "preliminary",
    }


@require_POST
@form_page
def change(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """A field that is not sent stays; an empty rating follows from the rank."""
    row = tournament_for(request, slug, "entry.change")
    try:
        carry_out(str(row.id), _asked(request, entry_id), context_of(request))
    except Refusal as no:
        messages.error(request, why(no))
        return _page(request, row, entry_id)
    messages.success(request, "The entry is as it stands here now.")
    return redirect("web:edit-entry", slug=slug, entry_id=entry_id)


def _asked(request: HttpRequest, entry_id: UUID) -> ChangeEntry:
    rank = _rank(request)
    rating = _number(request, "rating")
    if rating is None and rank is not None:
        rating = round(rating_of(rank))
    return ChangeEntry(
        entry_id=str(entry_id),
        rank=rank,
        rating=rating,
        country=_country(request),
        club=_line(request, "club"),
        correction=_number(request, "correction"),
        final={"final": True, "preliminary": False}.get(request.POST.get("registration", "")),
        group=_line(request, "group"),
        reason=reason_in(request),
    )


@require_POST
@form_page
def take_part(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """``plays`` is "no": withdrawn from all rounds to come; "yes": the withdrawal is taken back."""
    row = tournament_for(request, slug, "entry.change")
    plays, reason = request.POST.get("plays"), reason_in(request)
    if plays not in ("yes", "no"):
        refuse("invalid_entry", field="plays", fault="Say yes or no")
    entry = str(entry_id)
    command = (
        ReinstateEntry(entry_id=entry) if plays == "yes" else WithdrawEntry(entry_id=entry, reason=reason)
    )
    carry_out(str(row.id), command, context_of(request))
    messages.success(request, "Plays again." if plays == "yes" else "Withdrawn from all rounds to come.")
    return redirect(back(request))


def _rank(request: HttpRequest) -> int | None:
    text = request.POST.get("rank", "")
    try:
        return parse_rank(text) if text.strip() else None
    except ValueError as fault:
        refuse("invalid_entry", field="rank", fault=str(fault))


def _number(request: HttpRequest, field: str) -> int | None:
    text = request.POST.get(field, "").strip()
    digits = text.removeprefix("-")
    if not text:
        return None
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 6):
        refuse("invalid_entry", field=field, fault=f"{field.capitalize()}: a whole number")
    return int(text)


def _country(request: HttpRequest) -> str | None:
    text = request.POST.get("country")
    if text is None:
        return None
    text = text.strip().upper()
    if text and not (len(text) == 2 and text.isascii() and text.isalpha()):
        refuse("invalid_entry", field="country", fault="Country: two letters, such as NL")
    return text


def _line(request: HttpRequest, field: str) -> str | None:
    text = request.POST.get(field)
    if text is not None and not fits(text):
        refuse("invalid_entry", field=field, fault=f"{field.capitalize()}: one line")
    return None if text is None else " ".join(text.split())
