"""Which version of a tournament or a game its pages show: changes whenever one of them would."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from games.log import statements
from tournaments.tables.rows import PairingRow, TournamentRow

MOST = 500  # in one statement
_SEEN = """
SELECT t.id, t.organisation_id, t.published, t.version, COALESCE(own.number, 0), COALESCE(house.number, 0)
FROM tournaments_tournamentrow t
LEFT JOIN tournaments_changed own ON own.about = t.id
LEFT JOIN tournaments_changed house ON house.about = t.organisation_id
WHERE t.id IN ({})
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """``version``: the last event's, and how often something changed that no event of it tells."""

    version: str
    public: bool
    house: UUID


def version_of(row: TournamentRow) -> str:
    """Of one that is there."""
    return seen([row.pk])[row.pk].version


def seen(tournaments: Collection[UUID]) -> dict[UUID, Seen]:
    """Each that is there: records, names and what the desk writes on screens are in ``tables.changed``."""
    found = {}
    for some in _parts([statements.column(TournamentRow, "id", one) for one in tournaments]):
        for id_, house, public, *numbers in statements.select(
            _SEEN.format(", ".join(["%s"] * len(some))), some
        ):
            version = ".".join(map(str, numbers))
            found[UUID(str(id_))] = Seen(version=version, public=bool(public), house=UUID(str(house)))
    return found


def version_of_game(game_id: UUID) -> str:
    """Of one that is there."""
    return versions_of_games([game_id])[game_id]


def versions_of_games(games: Collection[UUID]) -> dict[UUID, str]:
    """Each that is there: another with every move, result or claim; not with what other games do."""
    if not games:
        return {}
    moves = dict(GameRow.objects.filter(pk__in=games).values_list("pk", "version"))
    claims: dict[UUID, list[tuple[Any, ...]]] = defaultdict(list)
    for game, *claim in (
        ClaimRow.objects.filter(game_id__in=games).order_by("pk").values_list("game_id", "pk", "version")
    ):
        claims[game].append(tuple(claim))
    return {
        entered["game_id"]: _digest(
            moves.get(entered["game_id"]), claims[entered["game_id"]], sorted(entered.items())
        )
        for entered in PairingRow.objects.filter(pk__in=games).values()
    }


def _digest(*facts: object) -> str:
    return sha256(repr(facts).encode()).hexdigest()[:16]


def _parts(values: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(values), MOST):
        yield values[start : start + MOST]
