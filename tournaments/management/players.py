"""A player as an argument of a command: by the id in REST and in the address of the player's page."""

from uuid import UUID

from django.core.management.base import CommandParser

from games.refusals import refuse
from tournaments.tables.people import Player


def add_player_argument(parser: CommandParser) -> None:
    parser.add_argument("player", type=UUID, metavar="PLAYER", help="the id of the player")


def player_of(id_: UUID) -> Player:
    """Return a player. Raises Refusal ``unknown_player``."""
    player = Player.objects.filter(pk=id_).first()
    return player or refuse("unknown_player", player=str(id_))
