"""What is asked of pairings: groups that meet or do not, byes, tables. Forms for officers."""

from typing import Any
from uuid import uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.refusals import refuse
from tournaments.access.actors import entry_subject, tournament_subject
from tournaments.commands import carry_out
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.deciding.meetings import DropMeetingGroup, SetMeetingGroup
from tournaments.deciding.wishes import AskForBye, PinPlayer
from tournaments.loading import load
from tournaments.reading.queries import entry_names
from tournaments.reading.wishes import wishes_body
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import (
    allow,
    allowed,
    context_of,
    form_page,
    reason_in,
    seen_tournament,
    tournament_for,
)
from tournaments.web.reading import frame


@require_safe
@form_page
def wishes_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    body, _ = wishes_body(row)
    entries = sorted(entry_names(row).items(), key=lambda line: str(line[1]))
    context: dict[str, Any] = {
        **frame(request, row),
        "wishes": body,
        "entries": entries,
        "all_rounds": range(1, row.rounds + 1),
        "may_change": allowed(request, "entry.change", tournament_subject(row)),
    }
    return render(request, "nigiri/wishes.html", context)


@require_POST
@form_page
def set_group(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    context = context_of(request)
    try:
        kind, of = MeetingKind(request.POST.get("rule", "")), MeetingOf(request.POST.get("of", "by_hand"))
    except ValueError:
        refuse("invalid_meeting_group", field="rule", fault="Must they meet, or must they not?")
    command = SetMeetingGroup(
        group_id=str(uuid5(context.command_id, "meeting")),
        kind=kind,
        of=of,
        members=frozenset(request.POST.getlist("members")),
        rounds=frozenset(map(_number, request.POST.getlist("rounds"))),
        reason=reason_in(request),
    )
    carry_out(str(row.id), command, context)
    return redirect("web:wishes", slug=slug)


@require_POST
@form_page
def drop_group(request: HttpRequest, slug: str, group_id: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    command = DropMeetingGroup(group_id=str(group_id), reason=reason_in(request))
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:wishes", slug=slug)


@require_POST
@form_page
def ask_bye(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    command = AskForBye(
        entry_id=request.POST.get("entry", ""),
        round=_number(request.POST.get("round", "")),
        wanted=request.POST.get("wanted", "yes") == "yes",
    )
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:wishes", slug=slug)


@require_safe
@form_page
def own_byes(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    """Where a player asks for a bye himself."""
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


@require_POST
@form_page
def ask_own_bye(request: HttpRequest, slug: str, entry_id: str) -> HttpResponse:
    row = _own(request, slug, entry_id)
    command = AskForBye(
        entry_id=str(entry_id),
        round=_number(request.POST.get("round", "")),
        wanted=request.POST.get("wanted", "yes") == "yes",
    )
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:own-byes", slug=slug, entry_id=entry_id)


def _own(request: HttpRequest, slug: str, entry_id: str) -> TournamentRow:
    row = seen_tournament(request, slug)
    entry = EntryRow.objects.filter(tournament=row, pk=str(entry_id)).first()
    if entry is None:
        raise Http404
    allow(request, "bye.ask", entry_subject(row, entry))
    return row


@require_POST
@form_page
def pin_player(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.change")
    command = PinPlayer(
        entry_id=request.POST.get("entry", ""),
        table=_number(request.POST.get("table", "")),
        reason=reason_in(request),
    )
    carry_out(str(row.id), command, context_of(request))
    return redirect("web:wishes", slug=slug)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 6):
        refuse("invalid_pairing", field="number", fault="A round or a table is a number.")
    return int(text)
