"""Found a service with the demonstration, which its first account owns."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from django.db import transaction

from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from tournaments.demo.accounts import AccountTaken
from tournaments.demo.making import Demo, make_demo
from tournaments.demo.stages import Stage
from tournaments.domain.offices import Way
from tournaments.organisations.founding import TakeService, take_service
from tournaments.organisations.offices import account_name, grant
from tournaments.tables.people import Membership, Office, Organisation

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
