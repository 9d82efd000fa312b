"""Pairing constraints: groups of players and of clubs, byes asked for, pinned tables."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.gzip import gzip_page

from games.marking import marked
from games.refusals import refuse
from tournaments.access.actors import tournament_subject
from tournaments.domain.byes import RequestBye
from tournaments.domain.clubs import RemoveClubGroup, SetClubGroup
from tournaments.domain.inputs import MOST_TABLES
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.tables import PinPlayer
from tournaments.loading import load
from tournaments.reading.constraints import ClubGroupBody, ClubGroupsBody, club_groups_body, constraints_body
from tournaments.reading.queries import entry_names, name_sorting
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import (
    allowed,
    entry_for,
    read_page,
    tournament_for,
)
from tournaments.web.commands import CommandPage
from tournaments.web.forms import SentForm, choice, number, reason, several, text
from tournaments.web.overview.reading import frame


class MeetingForm(SentForm):
    members = several(gettext_lazy("Players"), 8, required=True)
    rule = choice(
        gettext_lazy("They"),
        [("must_not_meet", gettext_lazy("must not meet")), ("must_meet", gettext_lazy("must meet"))],
    )
    of = choice(
        gettext_lazy("They are"),
        [
            ("family", gettext_lazy("a family")),
            ("guests", gettext_lazy("guests")),
            ("by_hand", gettext_lazy("a group made by hand")),
        ],
    )
    rounds = several(gettext_lazy("Rounds"), 4, note=gettext_lazy("Choose none for every round."))
    reason = reason()


class PinForm(SentForm):
    entry = choice(gettext_lazy("Player"))
    table = number(
        gettext_lazy("Table"), 0, MOST_TABLES, note=gettext_lazy("0 means any table."), required=True
    )
    reason = reason()


@gzip_page
@read_page
def wishes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    body, _ = constraints_body(row)
    key = name_sorting(row)
    entries = sorted(entry_names(row).items(), key=lambda line: key(str(line[1])))
    rounds = range(1, row.rounds + 1)
    context: dict[str, Any] = {
        **frame(request, row),
        "wishes": body,
        "entries": entries,
        "all_rounds": rounds,
        "meeting": MeetingForm(
            request,
            reverse("web:set-meeting", args=(row.slug,)),
            members=entries,
            rounds=[(n, n) for n in rounds],
        ),
        "pin": PinForm(request, reverse("web:pin-player", args=(row.slug,)), entry=entries),
        "may_change": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/wishes.html", context)


set_group = CommandPage.as_view(command=SetMeetingGroup, to="web:wishes")
drop_group = CommandPage.as_view(command=RemoveMeetingGroup, to="web:wishes")


class AskBye(CommandPage):
    """An officer asks for a bye, for any player."""

    command = RequestBye
    to = "web:wishes"
    chosen = {"entry_id": "entry"}

    def find(self, slug: str, **_: Any) -> TournamentRow:
        return tournament_for(self.request, slug, "entry.check_in")

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().arguments(address), "number": number_in_form(self.request, "round")}


ask_bye = AskBye.as_view()


@read_page
def own_byes(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    """Where a player asks for a bye."""
    row = entry_for(request, slug, entry_id, RequestBye.right).tournament
    state, _ = load(str(row.id))
    context: dict[str, Any] = {
        **frame(request, row),
        "name": str(entry_names(row)[str(entry_id)]),
        "entry": str(entry_id),
        "rounds_to_come": [
            {"number": n, "asked": n in state.entries[str(entry_id)].byes_asked}
            for n in range(1, row.rounds + 1)
            if not state.round(n).pairs
        ],
    }
    return render(request, "nigiri/byes.html", context)


class AskOwnBye(AskBye):
    """A player asks for a bye."""

    to = "web:own-byes"
    to_parts = ("slug", "entry_id")
    chosen = {}

    def find(self, slug: str, **address: Any) -> TournamentRow:
        return entry_for(self.request, slug, address["entry_id"], RequestBye.right).tournament


ask_own_bye = AskOwnBye.as_view()


class PinPage(CommandPage):
    """Pin a player to a table; 0 is any table."""

    command = PinPlayer
    to = "web:wishes"
    chosen = {"entry_id": "entry"}

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        anywhere = self.request.POST.get("table", "").strip() == "0"
        return {**super().arguments(address), **({"table": 0} if anywhere else {})}


pin_player = PinPage.as_view()


def number_in_form(request: HttpRequest, name: str) -> int:
    """A whole number of the form. Refuses what is none."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        refuse("invalid", field=name, fault=marked("a number"))
    return int(text)


class ClubsForm(SentForm):
    name = text(pgettext_lazy("of a thing", "Name"), 60, required=True)
    clubs = several(gettext_lazy("Clubs of players"), 8)
    others = text(gettext_lazy("Other clubs"), 500, note=gettext_lazy("With commas between them."))
    reason = reason()


@read_page
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


class ClubGroupPage(CommandPage):
    """Clubs are chosen from those of the players; others are typed in, with commas between them."""

    command = SetClubGroup
    to = "web:club-groups"

    def form(self) -> QueryDict:
        form = self.request.POST.copy()
        for club in form.get("others", "").split(","):
            form.appendlist("clubs", club.strip())
        return form


set_club_group = ClubGroupPage.as_view()


drop_club_group = CommandPage.as_view(command=RemoveClubGroup, to="web:club-groups")
