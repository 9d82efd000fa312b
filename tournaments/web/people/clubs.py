"""Which clubs are near to each other: forms for officers."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from tournaments.access.actors import tournament_subject
from tournaments.commands import carry_out
from tournaments.operations.constraints import CHANGE_CLUB_GROUP, DROP_CLUB_GROUP, MAKE_CLUB_GROUP
from tournaments.reading.club_groups import ClubGroupBody, club_groups_body
from tournaments.web.base import allowed, context_of, form_page, perform, tournament_for
from tournaments.web.overview.reading import frame


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


def _offered(clubs: list[str], group: ClubGroupBody) -> list[str]:
    """The clubs that players have, and those of the group that nobody has."""
    return [*group["clubs"], *(club for club in clubs if club not in group["clubs"])]


@require_POST
@form_page
def set_club_group(request: HttpRequest, slug: str, club_group_id: UUID | None = None) -> HttpResponse:
    """Clubs are chosen from those of the players; others are typed in, with commas between them."""
    operation = CHANGE_CLUB_GROUP if club_group_id else MAKE_CLUB_GROUP
    row = tournament_for(request, slug, operation.right)
    form = request.POST.copy()
    for club in form.get("others", "").split(","):
        form.appendlist("clubs", club.strip())
    context = context_of(request)
    known = {"club_group_id": club_group_id} if club_group_id else {}
    carry_out(str(row.id), operation.order(operation.from_form(form), context, **known), context)
    return redirect("web:club-groups", slug=slug)


@require_POST
@form_page
def drop_club_group(request: HttpRequest, slug: str, club_group_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, DROP_CLUB_GROUP.right)
    perform(request, DROP_CLUB_GROUP, row, club_group_id=club_group_id)
    return redirect("web:club-groups", slug=slug)
