"""The first visit to a service: its first account and its first club, both or none."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games.log.unit_of_work import Context
from games.refusals import refuse
from tournaments.people.commands import CreateOrganisation, create_organisation
from tournaments.people.founding import TakeService, slug_from, take_service
from tournaments.tables.people import Organisation


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
