"""What a body about a tournament is made from, as numbers: one query, by the tournament's address."""

from typing import NamedTuple

from games.log import sources, statements
from tournaments.tables.changed import Changed
from tournaments.tables.rows import TournamentRow

_ASKED = """
SELECT t.id, t.version, COALESCE(own.number, 0), COALESCE(house.number, 0)
FROM tournaments_tournamentrow t
LEFT JOIN tournaments_changed own ON own.about = t.id
LEFT JOIN tournaments_changed house ON house.about = t.organisation_id
WHERE t.slug = %s
"""


class Freshness(NamedTuple):
    """``version``: of the tournament; ``games``, ``people``: how often those changed (``tables.changed``)."""

    tournament_id: str
    version: int
    games: int
    people: int


def freshness_of(slug: str) -> Freshness | None:
    """As it is now, by the server that writes; None where there is no such tournament.

    What is read from a replica afterwards is at least as new as these numbers.
    """
    with sources.writer():
        found = statements.select(_ASKED, [slug])
    for id_, *numbers in found:
        return Freshness(statements.uuid_text(id_), *numbers)
    return None


def changed_beside(row: TournamentRow) -> int:
    """How often anything changed that a body about the tournament shows and its own version does not tell."""
    found = Changed.objects.filter(about__in=(row.pk, row.organisation_id)).values_list("number", flat=True)
    return sum(found)
