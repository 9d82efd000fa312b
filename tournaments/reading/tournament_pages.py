"""Pages of tournaments by date; each page begins after the last line of the previous page.

A line is identified by day and slug (``2026-01-03~spring-cup``), the columns of the index for the
list.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

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
