"""The version of a tournament or a game: changes whenever one of its pages would."""

from hashlib import sha256
from uuid import UUID

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from games.log import statements
from tournaments.tables.rows import PairingRow, TournamentRow

_VERSION = """
SELECT t.version, COALESCE(own.number, 0), COALESCE(house.number, 0)
FROM tournaments_tournamentrow t
LEFT JOIN tournaments_changed own ON own.about = t.id
LEFT JOIN tournaments_changed house ON house.about = t.organisation_id
WHERE t.id = %s
"""


def version_of(row: TournamentRow) -> str:
    """Return the number of the last event, and of changes that are no events of the tournament.

    These are records, names and what the desk writes on screens: ``tables.changed``.
    """
    [numbers] = statements.select(_VERSION, [statements.column(TournamentRow, "id", row.pk)])
    return ".".join(map(str, numbers))


def version_of_game(game_id: UUID) -> str:
    """Return a digest of the moves, result and claims of one game."""
    entered = PairingRow.objects.filter(pk=game_id).values().get()
    version = GameRow.objects.filter(pk=game_id).values_list("version", flat=True).first()
    claims = list(ClaimRow.objects.filter(game_id=game_id).order_by("pk").values_list("pk", "version"))
    return sha256(repr((version, claims, sorted(entered.items()))).encode()).hexdigest()[:16]
