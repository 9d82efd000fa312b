"""Which clubs are near to each other: forms for officers."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from games.rest.operations import command_from_form
from tournaments.access.actors import tournament_subject
from tournaments.commands import carry_out
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.reading.constraints import ClubGroupBody, ClubGroupsBody, club_groups_body
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, context_of, form_action, form_page, perform, tournament_for
from tournaments.web.forms import SentForm, reason, several, text
from tournaments.web.overview.reading import frame


class ClubsForm(SentForm):
    name = text(pgettext_lazy("of a thing", "Name"), 60, required=True)
    clubs = several(gettext_lazy("Clubs of players"), 8)
    others = text(gettext_lazy("Other clubs"), 500, note=gettext_lazy("With commas between them."))
    reason = reason()


@require_safe
@form_page
def club_groups_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    body, _ = club_groups_body(row)
    context: dict[str, Any] = {
        **frame(request, row),
        "groups": [{**group, "form": _change_form(request, row, body, group)} for group in body["groups"]],
        "new": ClubsForm(
            request, reverse("web:set-club-group", args=(row.slug,)), clubs=_choices(body["clubs"])
        ),
        "may_change": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/club_groups.html", context)


def _change_form(
    request: HttpRequest, row: TournamentRow, body: ClubGroupsBody, group: ClubGroupBody
) -> ClubsForm:
    """Offers the clubs that players have, and those of the group that nobody has."""
    offered = dict.fromkeys([*group["clubs"], *body["clubs"]])
    action = reverse("web:change-club-group", args=(row.slug, group["id"]))
    initial = {"name": group["name"], "clubs": group["clubs"]}
    return ClubsForm(request, action, initial, clubs=_choices(offered))


def _choices(clubs: Iterable[str]) -> list[tuple[str, str]]:
    return [(club, club) for club in clubs]


@form_action
def set_club_group(request: HttpRequest, slug: str, club_group_id: UUID | None = None) -> HttpResponse:
    """Clubs are chosen from those of the players; others are typed in, with commas between them."""
    row = tournament_for(request, slug, SetClubGroup.right)
    form = request.POST.copy()
    for club in form.get("others", "").split(","):
        form.appendlist("clubs", club.strip())
    context = context_of(request)
    known = {"club_group_id": club_group_id} if club_group_id else {}
    carry_out(str(row.id), command_from_form(SetClubGroup, form, context, **known), context)
    return redirect("web:club-groups", slug=slug)


@form_action
def drop_club_group(request: HttpRequest, slug: str, club_group_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, RemoveClubGroup.right)
    perform(request, RemoveClubGroup, row, club_group_id=club_group_id)
    return redirect("web:club-groups", slug=slug)
