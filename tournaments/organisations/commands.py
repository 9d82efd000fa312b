"""Commands on organisations, clubs and offices.

The id of a new row follows from the command id, which makes a repeated command idempotent.
"""

from dataclasses import dataclass
from uuid import uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.log import store
from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.domain.offices import Way
from tournaments.organisations import offices
from tournaments.organisations.invitations import revoke_all
from tournaments.tables.accounts import Invitation
from tournaments.tables.changed import touch
from tournaments.tables.people import Club, Membership, Office, Organisation


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateOrganisation:
    """The command to create an organisation whose first owner is the account ``owner_id``."""

    slug: str
    name: str
    owner_id: int


def create_organisation(command: CreateOrganisation, context: Context) -> Organisation:
    """Create an organisation. Raises Refusal ``slug_taken``."""
    id_ = uuid5(context.command_id, "organisation")
    try:
        with transaction.atomic():
            organisation, made = Organisation.objects.get_or_create(
                id=id_, defaults={"slug": command.slug, "name": command.name}
            )
            if made:
                owner = Membership(organisation=organisation, user_id=command.owner_id, office=Office.OWNER)
                offices.grant(owner, Way.FOUNDING, context)
            return organisation
    except IntegrityError:
        refuse("slug_taken", slug=command.slug)


def add_club(organisation: Organisation, code: str, name: str, country: str) -> Club:
    with transaction.atomic():
        touch(organisation.pk)
        club, _ = Club.objects.update_or_create(
            organisation=organisation, code=code, defaults={"name": name, "country": country}
        )
        return club


def revoke_office(membership: Membership, context: Context) -> None:
    """Revoke an office. Refuses ``last_owner`` for the only owner of an organisation."""
    with transaction.atomic():
        store.acquire_write_lock()  # before rows are locked, in the same order as granting
        owners = Membership.objects.select_for_update().filter(
            organisation=membership.organisation_id, office=Office.OWNER
        )
        if membership.office == Office.OWNER and len(owners) == 1:
            refuse("last_owner", organisation=str(membership.organisation_id))
        offices.revoke(Membership.objects.filter(pk=membership.pk), context)
        _revoke_invitations(membership)


def _revoke_invitations(membership: Membership) -> None:
    """Revoke the invitations of an account that is no longer an owner."""
    still = Membership.objects.filter(
        organisation=membership.organisation_id, user=membership.user_id, office=Office.OWNER
    )
    if not still.exists():
        made = Invitation.objects.filter(organisation=membership.organisation_id, made_by=membership.user_id)
        revoke_all(made, timezone.now())
