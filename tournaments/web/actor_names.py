"""Whom the log's "user:7" and "entry:..." mean, for those who may read of people, and for the player.

A player's link is named as such: its holder has written, and that need not be the player.
"""

from django.contrib.auth import get_user_model
from django.http import HttpRequest
from django.utils.translation import gettext

from tournaments.access.actors import actor_of, entries_by_account, tournament_subject
from tournaments.access.link_holders import entry_of
from tournaments.access.table import BY_LINK, may
from tournaments.reading.queries import Name, entry_names
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow, TournamentRow

PREFIX = "user:"


def sides_of_actors(pairing: PairingRow) -> dict[str, str]:
    """The side by what the log calls it: an account, such as "user:7", or the link of an entry."""
    sides = {str(pairing.black_id): gettext("Black"), str(pairing.white_id): gettext("White")}
    by_link = {f"{BY_LINK}{entry}": side for entry, side in sides.items()}
    return by_link | {
        f"user:{account}": sides[entry] for account, entry in entries_by_account(pairing).items()
    }


def name_of(request: HttpRequest, row: TournamentRow | None, actor: str) -> str:
    """The person behind an actor of the log; "" for nobody in particular, or where it may not be shown."""
    if actor.startswith(BY_LINK):
        return _by_link(request, row, actor.removeprefix(BY_LINK))
    number = actor.removeprefix(PREFIX)
    if number == actor or not (number.isascii() and number.isdecimal()):
        return ""
    if request.user.is_authenticated and str(request.user.pk) == number:
        return gettext("you")
    if row is None or not _reads_people(request, row):
        return ""
    return _name(row, int(number))


def _by_link(request: HttpRequest, row: TournamentRow | None, entry_id: str) -> str:
    if entry_of(request.user) == entry_id:
        return gettext("you, by link")
    if row is None or not _reads_people(request, row):
        return gettext("by link")
    name = entry_names(row).get(entry_id)
    return gettext("%(name)s, by link") % {"name": name} if name else gettext("by link")


def _reads_people(request: HttpRequest, row: TournamentRow) -> bool:
    return may(actor_of(request.user), "people.read", tournament_subject(row))


def _name(row: TournamentRow, user_id: int) -> str:
    player = Player.objects.filter(organisation_id=row.organisation_id, user_id=user_id).first()
    if player is not None:
        return str(Name(player.family_name, player.given_name))
    user = get_user_model().objects.filter(pk=user_id).first()
    return user.get_username() if user else ""
