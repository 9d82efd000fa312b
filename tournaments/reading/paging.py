"""Pages of tournaments by date, and parts of lists that are computed as a whole.

Each page begins after the last line of the previous page.

A line is identified by day and slug (``2026-01-03~spring-cup``), the columns of the index for the
list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.http import Http404

from tournaments.tables.rows import TournamentRow

PAGE_SIZE = 50
Rows = QuerySet[TournamentRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of tournaments. ``further``: the line that the next page begins after; "" on the last page."""

    rows: Sequence[TournamentRow]
    further: str = ""


def newest_page(rows: Rows, after: str = "", most: int = PAGE_SIZE) -> Page:
    """Return the page after the line ``after``, the latest tournament first, those of one day by slug."""
    day, _, slug = after.partition("~")
    rest = rows.filter(begins__lte=day).exclude(begins=day, slug__lte=slug) if after else rows
    return _page(rest.order_by("-begins", "slug"), most)


def soonest_page(rows: Rows, after: str = "", most: int = PAGE_SIZE) -> Page:
    """Return the page after the line ``after``, the earliest tournament first."""
    day, _, slug = after.partition("~")
    rest = rows.filter(begins__gte=day).exclude(begins=day, slug__gte=slug) if after else rows
    return _page(rest.order_by("begins", "-slug"), most)


def _page(rows: Rows, most: int) -> Page:
    """Return the first rows, without the columns that lists do not show."""
    found = list(rows.defer("settings", "poster")[: most + 1])
    last = found[most - 1] if len(found) > most else None
    return Page(rows=found[:most], further=f"{last.begins}~{last.slug}" if last else "")


LINES_PER_PART = 100
"""Lines of one part; a phone in a playing hall loads them within a second."""
Lines = Sequence[Mapping[str, Any]]
L = TypeVar("L", bound=Mapping[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a list. ``after``: the entry before it, or ""; ``first``, ``last``: lines, from 1."""

    after: str
    first: int
    last: int


def list_parts(lines: Lines) -> list[Part]:
    """Return the parts of a list, none if it fits into one."""
    if len(lines) <= LINES_PER_PART:
        return []
    return [
        Part(
            after=lines[begins - 1]["entry"] if begins else "",
            first=begins + 1,
            last=min(begins + LINES_PER_PART, len(lines)),
        )
        for begins in range(0, len(lines), LINES_PER_PART)
    ]


def part_after(lines: Sequence[L], after: str, most: int = LINES_PER_PART) -> Sequence[L]:
    """Return the lines after that of an entry. Raises Http404 if the entry is not in the list."""
    begins = next((at for at, line in enumerate(lines, 1) if line["entry"] == after), 0) if after else 0
    if after and not begins:
        raise Http404
    return lines[begins : begins + most]
