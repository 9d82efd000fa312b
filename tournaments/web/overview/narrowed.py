"""Standings of a few: those of a club, a country, a category, or whose name is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.standings.prizes import category_of
from tournaments.persons.lists.folding import is_called, sort_key


def choices(rows: Iterable[Mapping[str, Any]], limits: Sequence[int]) -> dict[str, Any]:
    """What may be chosen: every club, country and category that somebody is of; one alone is no choice."""
    listed = list(rows)
    clubs = sorted({row["club"] for row in listed} - {""}, key=sort_key)
    countries = sorted({row["country"] for row in listed} - {""})
    return {
        "clubs": clubs if len(clubs) > 1 else [],
        "countries": countries if len(countries) > 1 else [],
        "categories": _categories(limits),
    }


def _categories(limits: Sequence[int]) -> list[tuple[str, str]]:
    """Number and words: "Category 2 (1k and below)"."""
    highest = gettext("Category 1 (%(rank)s and stronger)")
    lower = gettext("Category %(n)s (weaker than %(rank)s)")
    named = [
        (str(n), lower % {"n": n, "rank": format_rank(limit)}) for n, limit in enumerate(limits, start=2)
    ]
    return [("1", highest % {"rank": format_rank(limits[0])}), *named] if limits else []


def wanted(line: Mapping[str, Any], asked: Mapping[str, str], limits: Sequence[int]) -> bool:
    """Whether a line is of those that were asked for; what is not asked for matters not."""
    if any(asked[name] and asked[name] != line[name] for name in ("club", "country")):
        return False
    if asked["category"] and asked["category"] != str(category_of(parse_rank(line["rank"]), limits)):
        return False
    return is_called(f"{line['name']} {line['club']}", asked["q"])
