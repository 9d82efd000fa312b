"""Who plays in which round: a grid of players and rounds, in which each cell is changed by one click."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.marking import marked
from games.refusals import refuse
from tournaments.domain.guards import is_later_round_paired
from tournaments.domain.presence import SetPresence
from tournaments.loading import load
from tournaments.state.tournament import Tournament
from tournaments.web.base import form_page, tournament_for
from tournaments.web.commands import CommandPage
from tournaments.web.overview.long_list import list_context
from tournaments.web.overview.progress import next_round
from tournaments.web.overview.reading import frame

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
@require_safe
@form_page
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
