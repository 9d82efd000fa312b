"""Check-in, absences and the grid of rounds; entries changed one by one or many at once."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.gzip import gzip_page

from games.log.store import StoredEvent
from games.marking import marked
from games.refusals import refuse
from games.rest.operations import command_from_form
from tournaments.accounts.private_links import open_link
from tournaments.commands import carry_out
from tournaments.domain.base import Command
from tournaments.domain.bulk_entries import ChangeEntries, SetPresenceOfMany
from tournaments.domain.guards import entry_of, is_later_round_paired, need_round
from tournaments.domain.presence import SetPresence
from tournaments.domain.waiting import unchecked_entries
from tournaments.loading import load
from tournaments.public import PART
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import (
    STORED,
    add_versions,
    back,
    context_of,
    form_action,
    read_page,
    reason_in,
    tournament_for,
    wants_part,
)
from tournaments.web.commands import CommandPage
from tournaments.web.overview.long_list import Line, lines_of, list_context, missing_context
from tournaments.web.overview.progress import next_round
from tournaments.web.overview.reading import frame

EVERYBODY, REST = "everybody", "rest"
LINK = re.compile(r"/my/([^/\s]+)/")
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@gzip_page
@form_action
def check_in(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One line, everybody, or the rest; a script gets the lines that are concerned, as they are then."""
    row = tournament_for(request, slug, SetPresenceOfMany.right)
    state, _ = load(str(row.id))
    need_round(state, number)
    asked = _arguments(request, state, number)
    context = context_of(request)
    stored = carry_out(str(row.id), SetPresenceOfMany(**asked), context)
    lines = lines_of(row, number, EntryRow.objects.filter(pk__in=asked["entries"]))
    if wants_part(request):
        return _rows(request, row, number, lines, stored)
    one = lines[0] if len(lines) == 1 else None
    messages.success(request, _message(lines, code="code" in request.POST))
    return redirect(f"{back(request).partition('#')[0]}#e{one.entry.number}" if one else back(request))


def _rows(
    request: HttpRequest, row: TournamentRow, number: int, lines: list[Line], stored: list[StoredEvent]
) -> HttpResponse:
    context = {"tournament": row, "number": number, "lines": lines}
    context |= missing_context(lines_of(row, number))
    response = render(request, "nigiri/_desk_changes.html", context)
    response[PART], response[STORED] = "rows", request.POST.get("command", "")
    add_versions(response, stored)
    return response


def _message(lines: list[Line], *, code: bool) -> str:
    if len(lines) > 1:
        words = ngettext("{} player is brought up to date.", "{} players are brought up to date.", len(lines))
        return words.format(len(lines))
    (line,) = lines
    if line.now == "absent" and code:
        return gettext("{} is here, but misses the round.").format(line.name)
    if line.now == "here":
        return gettext("{} is here.").format(line.name)
    words = gettext("{} misses the round.") if line.now == "absent" else gettext("{} is not here.")
    return words.format(line.name)


def _arguments(request: HttpRequest, state: Tournament, number: int) -> dict[str, Any]:
    """The fields of the operation, from the button that was pressed or the code that was read.

    A code says that a player came, which may be for a later round; the button, that they play this one.
    """
    if code := request.POST.get("code", "").strip():
        return {"entries": (_by_code(state, code),), "here": True}
    buttons: dict[str, dict[str, Any]] = {
        "here": {"here": True, "present": (number,)},
        "gone": {"here": False},
        "absent": {"here": False, "absent": (number,)},
        "plays": {"present": (number,)},
    }
    pressed = next((name for name in buttons if request.POST.get(name)), None) or refuse("nobody_chosen")
    return {"entries": _chosen(state, request.POST[pressed], number), **buttons[pressed]}


def _chosen(state: Tournament, said: str, number: int) -> tuple[str, ...]:
    if said == EVERYBODY:
        there = (one for one in state.entries.values() if one.present_in(number))
        return tuple(one.id for one in there if not one.checked_in)
    if said == REST:
        return tuple(unchecked_entries(state, number))
    return (by_number(state, said),)


def by_number(state: Tournament, said: str) -> str:
    """The entry of this number. Refuses ``unknown_entry``."""
    found = (entry.id for entry in state.entries.values() if str(entry.number) == said)
    return next(found, None) or refuse("unknown_entry", entry=said[:40])


def _by_code(state: Tournament, code: str) -> str:
    """A number, or what a badge's code says: a private link, or the entry's id."""
    if link := LINK.search(code):
        return _here(state, str(open_link(link[1]).entry.id))
    if found := ID.search(code.lower()):
        return _here(state, found[0])
    return by_number(state, code.lstrip("#").lstrip("0"))


def _here(state: Tournament, entry_id: str) -> str:
    """It may be a player of another tournament."""
    return entry_of(state, entry_id).id


CHANGES = {
    "rank_by_rating": {"rank_by_rating": "yes"},
    "rank_up": {"rank_steps": "1"},
    "rank_down": {"rank_steps": "-1"},
    "final": {"final": "yes"},
    "preliminary": {"final": "no"},
}
ROUNDS = {"absent": "absent", "plays": "present"}


@form_action
def change_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """Apply the chosen change to the ticked entries."""
    row = tournament_for(request, slug, ChangeEntries.right)
    command, wanted = _change_in(request)
    entries = request.POST.getlist("entries")
    if not entries:
        refuse("nobody_chosen")
    context = context_of(request)
    form = QueryDict(mutable=True)
    form.setlist("entries", entries)
    form.update(wanted)
    carry_out(str(row.id), command_from_form(command, form, context), context)
    said = ngettext("{} player was changed.", "{} players were changed.", len(entries))
    messages.success(request, said.format(len(entries)))
    return redirect(back(request))


def _change_in(request: HttpRequest) -> tuple[type[Command], dict[str, str]]:
    """Return the command and its values, except the entries."""
    said = request.POST.get("do", "")
    reason = {"reason": reason_in(request)}
    if said in CHANGES:
        return ChangeEntries, {**CHANGES[said], **reason}
    if said == "group":
        group = request.POST.get("group", "").strip()
        return ChangeEntries, {"group": group, "reason": reason["reason"] or gettext("Another group.")}
    what, _, number = said.partition("-")
    if what not in ROUNDS or not number:
        refuse("invalid", field="do", fault=gettext("Choose an action."))
    return SetPresenceOfMany, {ROUNDS[what]: number, **reason}


CELL = re.compile(r"([0-9a-f-]{36})/([1-9][0-9]?)/(yes|no)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A player in a round: at a ``table``, with a ``bye``, or free and present or absent.

    ``past``: a later round is paired, so that a change needs a reason.
    """

    round: int
    table: int = 0
    bye: bool = False
    present: bool = True
    past: bool = False


@gzip_page
@read_page
def participation_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, "entry.check_in")
    context = list_context(request, row, next_round(row))
    state, _ = load(str(row.id))
    cells = cells_of(state)
    context |= {
        "lines": [(line, cells(line.entry.id)) for line in context["lines"]],
        "numbers": range(1, row.rounds + 1),
        **points_of_absence(state),
        "reason_needed": is_later_round_paired(state, 1),
    }
    return render(request, "nigiri/participation.html", {**frame(request, row), **context})


def cells_of(state: Tournament) -> Callable[[object], list[Cell]]:
    """Return a function that gives the rounds of an entry, in order."""
    numbers = range(1, state.settings.rounds + 1)
    rounds = [(number, state.round(number), is_later_round_paired(state, number)) for number in numbers]
    tables = [
        {who: pair.table for pair in round_.pairs.values() for who in pair.players} for _, round_, _ in rounds
    ]

    def cells(entry_id: object) -> list[Cell]:
        entry = state.entries[str(entry_id)]
        return [
            Cell(
                round=number,
                table=at.get(entry.id, 0),
                bye=entry.id in round_.byes,
                present=number not in entry.absent,
                past=past,
            )
            for (number, round_, past), at in zip(rounds, tables, strict=True)
        ]

    return cells


def points_of_absence(state: Tournament) -> dict[str, Any]:
    """Return the points of a missed round, and whether a half point left over in their sum is dropped."""
    settings = state.settings
    points2 = settings.mms_absent2 if settings.system == "mcmahon" else settings.nbw_absent2
    return {"points_absent": points2 / 2, "half_dropped": settings.round_down and points2 % 2 == 1}


class ParticipationPage(CommandPage):
    """Set the presence that the button of a cell says."""

    command = SetPresence

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        cell = CELL.fullmatch(self.request.POST.get("cell", ""))
        if cell is None:
            refuse("invalid", field="cell", fault=marked("Choose a player and a round"))
        return {"entry_id": cell[1], "number": int(cell[2]), "present": cell[3] == "yes"}


set_participation = ParticipationPage.as_view()
