"""Set up a service with its first account and club; rename organisations."""

from base64 import b32encode
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.text import slugify

from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.accounts.accounts import create_account
from tournaments.organisations.commands import CreateOrganisation, create_organisation
from tournaments.persons.lists.folding import transliterate
from tournaments.tables.accounts import Invitation
from tournaments.tables.changed import touch
from tournaments.tables.people import Organisation

FIRST_ACCOUNT = UUID("6d1f0f5e-6e69-5769-a269-666972737401")
"""The id of the first account's invitation; its uniqueness decides between two requests at once."""
SALT = "nigiri.first"
LENGTH = 26  # letters and digits of base 32: 130 bits
LONGEST_SLUG = 60


def service_has_no_operator() -> bool:
    """Return whether the service has no operator yet. Accounts from the sign-up page do not count."""
    return not (
        Organisation.objects.exists()
        or get_user_model().objects.filter(is_superuser=True).exists()
        or Invitation.objects.filter(pk=FIRST_ACCOUNT).exists()
    )


def setup_key() -> str:
    """Return the key in the one-time setup link, derived from the installation's secret key."""
    return b32encode(salted_hmac(SALT, "key", algorithm="sha256").digest()).decode().lower()[:LENGTH]


def is_setup_key(text: str) -> bool:
    return constant_time_compare(text.encode(), setup_key().encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeService:
    """The command to create the operator's account of a new service."""

    username: str
    password: str


def take_service(command: TakeService, at: datetime) -> Any:
    """Create the first account. Raises Refusal ``service_taken``, ``name_taken``, ``weak_password``."""
    with transaction.atomic():
        if not service_has_no_operator():
            refuse("service_taken")
        user = create_account(command.username, command.password, operator=True)
        try:
            with transaction.atomic():
                Invitation.objects.create(
                    id=FIRST_ACCOUNT, made_by=user, made_at=at, expires_at=at, used_by=user, used_at=at
                )
        except IntegrityError:
            refuse("service_taken")
        return user


def rename_organisation(organisation: Organisation, name: str) -> Organisation:
    """Rename the organisation; its address stays."""
    with transaction.atomic():
        touch(organisation.pk)
        Organisation.objects.filter(pk=organisation.pk).update(name=name)
    organisation.name = name
    return organisation


def slug_from(name: str, otherwise: str = "") -> str:
    """Derive an address from a name: "Łódź Øst" is "lodz-ost"; ``otherwise`` without any letter."""
    return slugify(transliterate(name))[:LONGEST_SLUG].strip("-_") or otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpService:
    """The command to create the operator's account of a new service, and a club that the account owns."""

    account: TakeService
    club: str


def set_up_service(command: SetUpService, context: Context) -> tuple[Any, Organisation]:
    """Create the account and its club, both or none.

    Raises as ``take_service``; Refusal ``invalid`` for a club without a name.
    """
    with transaction.atomic():
        user = take_service(command.account, context.at)
        if not command.club.strip():
            needed = "Your club needs a name: its players and tournaments belong to it."
            refuse("invalid", field="club", fault=needed)
        name = command.club.strip()
        found = CreateOrganisation(slug=slug_from(name, "club"), name=name, owner_id=user.pk)
        return user, create_organisation(found, context)
