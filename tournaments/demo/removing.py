"""Remove the demonstration with its tournaments, players and accounts; its events stay in the log."""

from dataclasses import replace
from uuid import uuid5

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from games.log.unit_of_work import Context
from tournaments.commands import carry_out
from tournaments.demo.accounts import ROLES, password_of
from tournaments.domain.tournament import RemoveDemonstration
from tournaments.organisations.offices import revoke
from tournaments.tables.invitations import Invitation
from tournaments.tables.people import Membership, Organisation, Player
from tournaments.tables.rows import TournamentRow


def remove_demonstration(organisation: Organisation, context: Context) -> None:
    """Remove an organisation that is a demonstration. Its events stay, as they name nobody."""
    with transaction.atomic():
        for row in TournamentRow.objects.filter(organisation_id=organisation.id):
            each = replace(context, command_id=uuid5(context.command_id, str(row.id)), expected=None)
            carry_out(str(row.id), RemoveDemonstration(), each)
        revoke(Membership.objects.filter(organisation=organisation), context)
        organisation.delete()
        for user in get_user_model().objects.filter(username__in=ROLES, is_superuser=False):
            if user.check_password(password_of(user.username)) and not _has_other_uses(user):
                user.delete()


def _has_other_uses(user: User) -> bool:
    """Return whether the account has a role or a player outside the demonstration."""
    return (
        Membership.objects.filter(user=user).exists()
        or Player.objects.filter(user=user).exists()
        or Invitation.objects.filter(used_by=user).exists()
    )
