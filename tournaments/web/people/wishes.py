"""Pairing constraints: groups that must or must not meet, byes asked for, pinned tables."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.marking import marked
from games.refusals import refuse
from tournaments.access.actors import entry_subject, tournament_subject
from tournaments.domain.base import Command
from tournaments.domain.byes import RequestBye
from tournaments.domain.inputs import MOST_TABLES
from tournaments.domain.meetings import RemoveMeetingGroup, SetMeetingGroup
from tournaments.domain.tables import PinPlayer
from tournaments.loading import load
from tournaments.reading.constraints import constraints_body
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import (
    allow,
    allowed,
    form_action,
    form_page,
    perform,
    seen_tournament,
    tournament_for,
)
from tournaments.web.forms import SentForm, choice, number, reason, several
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
    rounds = several(gettext_lazy("Rounds"), 4, note=gettext_lazy("None chosen: every round."))
    reason = reason()


class PinForm(SentForm):
    entry = choice(gettext_lazy("Player"))
    table = number(gettext_lazy("Table"), 0, MOST_TABLES, note=gettext_lazy("0: any."), required=True)
    reason = reason()


@gzip_page
@require_safe
@form_page
def wishes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    body, _ = constraints_body(row)
    entries = sorted(entry_names(row).items(), key=lambda line: str(line[1]))
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


@form_action
def set_group(request: HttpRequest, slug: str) -> HttpResponse:
    return _edit(request, SetMeetingGroup, slug)


@form_action
def drop_group(request: HttpRequest, slug: str, group_id: UUID) -> HttpResponse:
    return _edit(request, RemoveMeetingGroup, slug, group_id=group_id)


@form_action
def ask_bye(request: HttpRequest, slug: str) -> HttpResponse:
    """An officer, for any player."""
    row = tournament_for(request, slug, "entry.check_in")
    _ask(request, row, request.POST.get("entry", ""))
    return redirect("web:wishes", slug=slug)


def _ask(request: HttpRequest, row: TournamentRow, entry_id: str) -> None:
    wanted = request.POST.get("wanted", "yes") == "yes"
    number = number_in_form(request, "round")
    perform(request, RequestBye, row, entry_id=entry_id, number=number, wanted=wanted)


def _edit(request: HttpRequest, command: type[Command], slug: str, **address: Any) -> HttpResponse:
    row = tournament_for(request, slug, command.right)
    perform(request, command, row, **address)
    return redirect("web:wishes", slug=slug)


@require_safe
@form_page
def own_byes(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    """Where a player asks for a bye."""
    row = _own(request, slug, entry_id)
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


@form_action
def ask_own_bye(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    _ask(request, _own(request, slug, entry_id), str(entry_id))
    return redirect("web:own-byes", slug=slug, entry_id=entry_id)


def _own(request: HttpRequest, slug: str, entry_id: str) -> TournamentRow:
    row = seen_tournament(request, slug)
    entry = EntryRow.objects.filter(tournament=row, pk=str(entry_id)).first()
    if entry is None:
        raise Http404
    allow(request, "bye.ask", entry_subject(row, entry))
    return row


@form_action
def pin_player(request: HttpRequest, slug: str) -> HttpResponse:
    """Table 0: any."""
    anywhere = request.POST.get("table", "").strip() == "0"
    known: dict[str, Any] = {"table": 0} if anywhere else {}
    return _edit(request, PinPlayer, slug, entry_id=request.POST.get("entry", ""), **known)


def number_in_form(request: HttpRequest, name: str) -> int:
    """A whole number of the form. Refuses what is none."""
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        refuse("invalid", field=name, fault=marked("a number"))
    return int(text)
