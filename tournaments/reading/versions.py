"""Versions of tournaments and games, which change whenever one of their pages does."""

from hashlib import sha256
from uuid import UUID

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from tournaments.tables.changed import changes_of
from tournaments.tables.rows import PairingRow, TournamentRow


def version_of(row: TournamentRow) -> str:
    """Return the tournament's version, and the number of other changes to its public pages."""
    return f"{row.version}.{changes_of(row)}"


def version_of_game(game_id: UUID) -> str:
    """Return a digest of the moves, result and claims of one game."""
    entered = PairingRow.objects.filter(pk=game_id).values().get()
    version = GameRow.objects.filter(pk=game_id).values_list("version", flat=True).first()
    claims = list(ClaimRow.objects.filter(game_id=game_id).order_by("pk").values_list("pk", "version"))
    return sha256(repr((version, claims, sorted(entered.items()))).encode()).hexdigest()[:16]
