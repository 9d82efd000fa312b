"""Search an organisation's lists by words of the name, in any spelling, or by number."""

import re

from django.db.models import Q, QuerySet

from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.folding import fold_name
from tournaments.persons.lists.rows import ListedPlayer
from tournaments.tables.people import Organisation

MOST_WORDS = 6
NUMBER = re.compile(r"(?=.*[0-9])[0-9A-Za-z]{1,16}")
ORDER = ("family_name", "given_name", "id")


def search(
    organisation: Organisation, text: str, kind: ListKind | None = None, country: str = ""
) -> QuerySet[ListedPlayer]:
    """Return listed players with a name word that begins like each searched word; none for no words."""
    rows = ListedPlayer.objects.filter(listing__organisation=organisation).select_related("listing")
    if kind is not None:
        rows = rows.filter(listing__kind=kind)
    if country:
        rows = rows.filter(country=country)
    if NUMBER.fullmatch(text.strip()):
        return rows.filter(number__iexact=text.strip())
    words = fold_name(text).split()[:MOST_WORDS]
    return rows.filter(*(Q(folded__contains=f" {word}") for word in words)) if words else rows.none()


def by_number(
    organisation: Organisation, numbers: dict[ListKind, set[str]]
) -> dict[tuple[str, str], ListedPlayer]:
    """Return the listed players by (kind, number), for many at once."""
    found: dict[tuple[str, str], ListedPlayer] = {}
    for kind, numbers_of_kind in numbers.items():
        rows = ListedPlayer.objects.filter(listing__organisation=organisation, listing__kind=kind)
        wanted = sorted(numbers_of_kind)
        for start in range(0, len(wanted), 500):
            for row in rows.filter(number__in=wanted[start : start + 500]):
                found[kind, row.number] = row
    return found
