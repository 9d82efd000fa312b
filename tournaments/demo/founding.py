"""Found a service with the demonstration, which its first account owns, and remove the demonstration."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4, uuid5

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction

from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from tournaments.commands import carry_out
from tournaments.demo.accounts import ROLES, AccountTaken, password_of
from tournaments.demo.making import Demo, make_demo
from tournaments.demo.stages import Stage
from tournaments.domain.offices import Way
from tournaments.domain.tournament import RemoveDemonstration
from tournaments.organisations.founding import TakeService, take_service
from tournaments.organisations.offices import account_name, grant, revoke
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import TournamentRow

DEMONSTRATION = "riverside"


def found_with_demonstration(command: TakeService, at: datetime) -> tuple[Any, Organisation, Demo]:
    """Create the account, the organisation and the tournament, all or none. Raises as ``take_service``."""
    with transaction.atomic():
        user = take_service(command, at)
        try:
            tournament = make_demo(DEMONSTRATION, Stage.ROUND_3, 1, at)
        except AccountTaken as taken:
            refuse(
                "name_taken",
                field="username",
                fault=marked("%(taken)s Choose another name for yourself.", taken=taken),
            )
        organisation = Organisation.objects.get(slug=DEMONSTRATION)
        owner = Membership(organisation=organisation, user=user, office=Office.OWNER)
        grant(owner, Way.FOUNDING, Context(actor=account_name(user.pk), command_id=uuid4(), at=at))
        return user, organisation, tournament


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
