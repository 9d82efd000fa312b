"""The players as a list that is searched: who is here, who misses a round, who is missing."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.translation import gettext, pgettext

from tournaments.competition.ranks import format_rank
from tournaments.persons.lists.folding import fold_name
from tournaments.reading.queries import entry_names, name_sorting
from tournaments.tables.rows import EntryRow, TournamentRow

SHOWN = ("away", "here", "absent", "withdrawn", "provisional")
NAMED = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A player as a line of a list; ``states``: those of ``SHOWN`` that they are in towards a round.

    ``now``: where the switch of the desk stands, at one of the first three.
    """

    entry: EntryRow
    name: str
    native: str
    club: str
    rank: str
    now: str
    states: tuple[str, ...]


def lines_of(row: TournamentRow, number: int, entries: Iterable[EntryRow] | None = None) -> list[Line]:
    """By name; of all entries, if none are named."""
    names = entry_names(row)
    found = EntryRow.objects.filter(tournament=row) if entries is None else entries
    lines = [
        Line(
            entry=entry,
            name=str(names[entry.id]),
            native=names[entry.id].native,
            club="" if names[entry.id].hidden else entry.club,
            rank=format_rank(entry.rank),
            now=_now(entry, number),
            states=_states(entry, number),
        )
        for entry in found
    ]
    key = name_sorting(row)
    return sorted(lines, key=lambda line: (key(line.name), line.entry.number))


def _states(entry: EntryRow, number: int) -> tuple[str, ...]:
    if entry.withdrawn:
        return ("withdrawn",)
    if not entry.final:
        return ("provisional",)
    return (_now(entry, number),)


def _now(entry: EntryRow, number: int) -> str:
    if number in entry.absent:
        return "absent"
    return "here" if entry.checked_in else "away"


def list_context(request: HttpRequest, row: TournamentRow, number: int) -> dict[str, Any]:
    """The list that ``?q=`` and ``?show=`` ask for, how many are in each state, who is missing."""
    lines = lines_of(row, number)
    asked, show = request.GET.get("q", "")[:120], request.GET.get("show", "")
    shown = [line for line in lines if (not show or show in line.states) and matches(line, asked)]
    words = {
        "away": gettext("Not here"),
        "here": pgettext("checked in", "Here"),
        "absent": gettext("Absent from round {}").format(number),
        "withdrawn": gettext("Withdrawn"),
        "provisional": gettext("Provisional"),
    }
    counted = [(state, words[state], sum(state in line.states for line in lines)) for state in SHOWN]
    return {
        "lines": shown,
        "list_page": request.path,
        "asked": asked,
        "show": show,
        "everybody": len(lines),
        "asked_for": f"?{urlencode({'page_size': 200} | ({'q': asked} if asked else {}))}",
        "whole": len(shown) == len(lines),
        "counted": [line for line in counted if line[2] or line[0] in SHOWN[:3]],
        **missing_context(lines),
    }


def missing_context(lines: list[Line]) -> dict[str, Any]:
    """Who is expected and not here: how many, and the names of the first."""
    away = [line.name for line in lines if "away" in line.states]
    return {
        "away": len(away),
        "away_names": away[:NAMED],
        "away_more": max(len(away) - NAMED, 0),
        "missing_round": sum("absent" in line.states for line in lines),
    }


def matches(line: Line, asked: str) -> bool:
    """Whether each word that is asked for begins a word of the line."""
    said = f" {fold_name(line.name)} {fold_name(line.native)} {line.entry.number} {fold_name(line.club)}"
    return all(f" {word}" in said for word in fold_name(asked).split())
