"""What a body about a tournament is made from, as numbers: one query, by the tournament's address."""

from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from games.log import statements
from tournaments.events.declared import Topic
from tournaments.tables.changed import Changed
from tournaments.tables.rows import TournamentRow

_ASKED = """
SELECT t.id, t.version, COALESCE(own.number, 0), COALESCE(house.number, 0),
    COALESCE(own.presence, 0), COALESCE(own.wishes, 0), COALESCE(own.games, 0)
FROM tournaments_tournamentrow t
LEFT JOIN tournaments_changed own ON own.about = t.id
LEFT JOIN tournaments_changed house ON house.about = t.organisation_id
WHERE t.slug = %s
"""


class Numbers(NamedTuple):
    """As the database has them at one moment; the later of two moments has the greater, read from the left.

    None ever falls but ``people``, where a tournament goes to another organisation, which its version counts.
    """

    tournament_id: str
    version: int
    own: int
    people: int
    presence: int
    wishes: int
    games: int

    def without(self, apart: AbstractSet["Apart"]) -> "Freshness":
        """For a view that shows nothing of what it is ``without``."""
        events = self.presence * (Apart.PRESENCE in apart) + self.wishes * (Apart.WISHES in apart)
        own = self.own - self.games * (Apart.GAMES in apart)
        return Freshness(self.tournament_id, self.version - events, own, self.people)


class Freshness(NamedTuple):
    """``version``: of the tournament; ``own``, ``people``: how often those changed (``tables.changed``).

    ``version`` counts events and ``own`` changes, so that those which a view shows nothing of are taken off:
    what is left is another number whenever something happens that the view may show.
    """

    tournament_id: str
    version: int
    own: int
    people: int

    @property
    def told(self) -> str:
        """For an ETag."""
        return f"{self.version}-{self.own + self.people}"

    @property
    def numbers(self) -> tuple[int, ...]:
        return self.version, self.own, self.people


class Apart(StrEnum):
    """What many views show nothing of. A view that names none is made anew by whatever happens."""

    PRESENCE = Topic.PRESENCE
    WISHES = Topic.WISHES
    GAMES = "games"
    """What happens in the logs of games and claims, but results: records, claims, what they prove."""


SCORES = frozenset(Apart)
"""Of places, points and rounds."""
PAIRED = frozenset({Apart.PRESENCE, Apart.GAMES})
"""Of how a round was paired: by the wishes of then, which some are told."""
ENTERED = frozenset({Apart.WISHES, Apart.GAMES})
"""Of entries."""


def numbers_of(slug: str) -> Numbers | None:
    """Return the present numbers; None where there is no such tournament."""
    found = statements.select(_ASKED, [slug])
    for id_, *numbers in found:
        return Numbers(statements.uuid_text(id_), *map(int, numbers))
    return None


def freshness_of(slug: str, without: AbstractSet[Apart] = frozenset()) -> Freshness | None:
    """As it is now, for a view that shows nothing of what it is ``without``."""
    numbers = numbers_of(slug)
    return numbers.without(without) if numbers else None


def tournament_with_changes(slug: str) -> TournamentRow:
    """The tournament, and in the same query what ``changed_beside`` says of it. Raises Http404."""
    row = TournamentRow.objects.annotate(beside=_number("pk") + _number("organisation_id")).filter(slug=slug)
    found = row.first()
    if found is None:
        raise Http404
    return found


def _number(of: str) -> Coalesce:
    told = Changed.objects.filter(about=OuterRef(of)).values("number")
    return Coalesce(Subquery(told), 0)


def changed_beside(row: TournamentRow) -> int:
    """How often anything changed that a body about the tournament shows and its own version does not tell.

    As it was when the row was read, where it was read with that.
    """
    if (read := getattr(row, "beside", None)) is not None:
        return int(read)
    found = Changed.objects.filter(about__in=(row.pk, row.organisation_id)).values_list("number", flat=True)
    return sum(found)
