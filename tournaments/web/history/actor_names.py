"""Whom the log's "user:7" means, for those who may read of people: officials, and the player themselves."""

from django.contrib.auth import get_user_model
from django.http import HttpRequest

from tournaments.access.actors import tournament_subject
from tournaments.reading.queries import Name
from tournaments.tables.people import Player
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed

PREFIX = "user:"


def name_of(request: HttpRequest, row: TournamentRow | None, actor: str) -> str:
    """The person behind an actor of the log; "" for nobody in particular, or where it may not be told."""
    number = actor.removeprefix(PREFIX)
    if number == actor or not (number.isascii() and number.isdecimal()):
        return ""
    if request.user.is_authenticated and str(request.user.pk) == number:
        return "you"
    if row is None or not allowed(request, "people.read", tournament_subject(row)):
        return ""
    return _name(row, int(number))


def _name(row: TournamentRow, user_id: int) -> str:
    player = Player.objects.filter(organisation_id=row.organisation_id, user_id=user_id).first()
    if player is not None:
        return str(Name(player.family_name, player.given_name))
    user = get_user_model().objects.filter(pk=user_id).first()
    return user.get_username() if user else ""
