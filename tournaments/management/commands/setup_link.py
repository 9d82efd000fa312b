"""The command that prints the link for the first account of this service."""

from typing import Any

from django.conf import settings

from games.management.base import Answer, JsonCommand
from tournaments.organisations.founding import service_has_no_operator, setup_key


class Command(JsonCommand):
    help = "Print the address of the page that makes the first account; of the home page if there is one."

    def answer(self, **options: Any) -> Answer:
        unclaimed = service_has_no_operator()
        address = settings.ADDRESS + (f"/first/?key={setup_key()}" if unclaimed else "/")
        advice = "" if settings.ADDRESS else "\nPut the service's address before it, or set NIGIRI_ADDRESS."
        return Answer(data={"address": address, "unclaimed": unclaimed}, text=address + advice)
