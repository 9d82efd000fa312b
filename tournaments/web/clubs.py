"""Which clubs are near to each other: forms for officers."""

from typing import Any
from uuid import uuid5

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.actors import tournament_subject
from tournaments.commands import carry_out
from tournaments.deciding.clubs import DropClubGroup, SetClubGroup
from tournaments.reading.club_groups import club_groups_body
from tournaments.web.base import allowed, context_of, form_page, reason_in, tournament_for
from tournaments.web.reading import frame


@require_safe
@form_page
def club_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    body, _ = club_groups_body(row)
    context: dict[str, Any] = {
        **frame(request, row),
        "groups": [{**group, "offered": _offered(body["clubs"], group)} for group in body["groups"]],
        "clubs": body["clubs"],
        "may_change": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/club_groups.html", context)


def _offered(clubs: list[str], group: dict[str, Any]) -> list[str]:
    """The clubs that players have, and those of the group that nobody has."""
    return [*group["clubs"], *(club for club in clubs if club not in group["clubs"])]


@require_POST
@form_page
def set_club_group(request: HttpRequest, slug: str, club_group_id: str | None = None) -> HttpResponse:
    """Clubs are chosen from those of the players; others are typed in, with commas between them."""
    row = tournament_for(request, slug, "entry.change")
    context = context_of(request)
    typed = (club.strip() for club in request.POST.get("others", "").split(","))
    command = SetClubGroup(
        group_id=str(club_group_id or uuid5(context.command_id, "club-group")),
        name=request.POST.get("name", "").strip(),
        clubs=frozenset(request.POST.getlist("clubs")) | frozenset(filter(None, typed)),
        reason=reason_in(request),
    )
    carry_out(str(row.id), command, context)
    return redirect("web:club-groups", slug=slug)


@require_POST
@form_page
def drop_club_group(request: HttpRequest, slug: str, club_group_id: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    command = DropClubGroup(group_id=str(club_group_id), reason=reason_in(request))
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:club-groups", slug=slug)
