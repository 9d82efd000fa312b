"""The first account of a service, and organisations: founded, renamed."""

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
from tournaments.accounts.accounts import make_account
from tournaments.organisations.commands import CreateOrganisation, create_organisation
from tournaments.persons.lists.folding import latin
from tournaments.tables.changed import touch
from tournaments.tables.invitations import Invitation
from tournaments.tables.people import Organisation

FIRST = UUID("6d1f0f5e-6e69-5769-a269-666972737401")
"""Of the invitation that the first account has taken: there is one, so two at once are told apart."""
SALT = "nigiri.first"
LENGTH = 26  # letters and digits of base 32: 130 bits
LONGEST_SLUG = 60


def unclaimed() -> bool:
    """Whether nobody runs this service yet. Accounts that were signed up for do not count."""
    return not (
        Organisation.objects.exists()
        or get_user_model().objects.filter(is_superuser=True).exists()
        or Invitation.objects.filter(pk=FIRST).exists()
    )


def setup_key() -> str:
    """What the one-time link of an unclaimed service has; it follows from the installation's secret key."""
    return b32encode(salted_hmac(SALT, "key", algorithm="sha256").digest()).decode().lower()[:LENGTH]


def is_setup_key(text: str) -> bool:
    return constant_time_compare(text.encode(), setup_key().encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeService:
    """Become the operator of a service that nobody runs yet."""

    username: str
    password: str


def take_service(command: TakeService, at: datetime) -> Any:
    """The first account. Raises Refusal ``service_taken``, ``name_taken``, ``weak_password``."""
    with transaction.atomic():
        if not unclaimed():
            refuse("service_taken")
        user = make_account(command.username, command.password, operator=True)
        try:
            with transaction.atomic():
                Invitation.objects.create(
                    id=FIRST, made_by=user, made_at=at, expires_at=at, used_by=user, used_at=at
                )
        except IntegrityError:
            refuse("service_taken")
        return user


def rename_organisation(organisation: Organisation, name: str) -> Organisation:
    """Its address stays: others have written it down."""
    with transaction.atomic():
        touch(organisation.pk)
        Organisation.objects.filter(pk=organisation.pk).update(name=name)
    organisation.name = name
    return organisation


def slug_from(name: str, otherwise: str = "") -> str:
    """An address made from a name: "Łódź Øst" is "lodz-ost"; ``otherwise`` without any letter."""
    return slugify(latin(name))[:LONGEST_SLUG].strip("-_") or otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginService:
    """Become the operator of a service that nobody runs yet, and the owner of a club in it."""

    account: TakeService
    club: str


def begin_service(command: BeginService, context: Context) -> tuple[Any, Organisation]:
    """The account and its club. Raises as ``take_service``; Refusal ``invalid`` for a club without a name."""
    with transaction.atomic():
        user = take_service(command.account, context.at)
        if not command.club.strip():
            needed = "Your club needs a name: its players and tournaments belong to it."
            refuse("invalid", field="club", fault=needed)
        name = command.club.strip()
        found = CreateOrganisation(slug=slug_from(name, "club"), name=name, owner_id=user.pk)
        return user, create_organisation(found, context)
