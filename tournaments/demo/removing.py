"""The demonstration taken away again: its tournaments, its people, its accounts. The log says that it was."""

from dataclasses import replace
from uuid import uuid5

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from games.log.unit_of_work import Context
from tournaments.commands import carry_out
from tournaments.demo.accounts import ROLES, password_of
from tournaments.domain.tournament import RemoveDemonstration
from tournaments.organisations.offices import take
from tournaments.tables.invitations import Invitation
from tournaments.tables.people import Membership, Organisation, Player
from tournaments.tables.rows import TournamentRow


def remove_demonstration(house: Organisation, context: Context) -> None:
    """The organisation must be a demonstration. Its events stay: they name nobody."""
    with transaction.atomic():
        for row in TournamentRow.objects.filter(organisation_id=house.id):
            each = replace(context, command_id=uuid5(context.command_id, str(row.id)), expected=None)
            carry_out(str(row.id), RemoveDemonstration(), each)
        take(Membership.objects.filter(organisation=house), context)
        house.delete()
        for user in get_user_model().objects.filter(username__in=ROLES, is_superuser=False):
            if user.check_password(password_of(user.username)) and not _is_used(user):
                user.delete()


def _is_used(user: User) -> bool:
    """Somebody has given it an office, or a player, beside the demonstration."""
    return (
        Membership.objects.filter(user=user).exists()
        or Player.objects.filter(user=user).exists()
        or Invitation.objects.filter(used_by=user).exists()
    )
