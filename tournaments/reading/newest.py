"""Tournaments by date, a page at a time, each from after the last line of the one before.

A line is told by its day and slug (``2026-01-03~spring-cup``), the columns of the indexes behind these lists.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.tables.rows import TournamentRow

A_PAGE = 50
Rows = QuerySet[TournamentRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """``further``: what the next page begins after; "" where this is the last."""

    rows: Sequence[TournamentRow]
    further: str = ""


def newest(rows: Rows, after: str = "", most: int = A_PAGE) -> Page:
    """The latest first, those of one day by slug; of those that come after the line told by ``after``."""
    day, _, slug = after.partition("~")
    rest = rows.filter(begins__lte=day).exclude(begins=day, slug__lte=slug) if after else rows
    return _page(rest.order_by("-begins", "slug"), most)


def soonest(rows: Rows, after: str = "", most: int = A_PAGE) -> Page:
    """The same the other way round."""
    day, _, slug = after.partition("~")
    rest = rows.filter(begins__gte=day).exclude(begins=day, slug__gte=slug) if after else rows
    return _page(rest.order_by("begins", "-slug"), most)


def _page(rows: Rows, most: int) -> Page:
    """Without what no list shows."""
    found = list(rows.defer("settings", "poster")[: most + 1])
    last = found[most - 1] if len(found) > most else None
    return Page(rows=found[:most], further=f"{last.begins}~{last.slug}" if last else "")
