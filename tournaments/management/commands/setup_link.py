"""The command that prints the link for the first account of this service."""

from typing import Any

from games.management.base import Answer, JsonCommand
from tournaments.organisations.founding import service_has_no_operator, setup_key


class Command(JsonCommand):
    help = "Print the path of the page that makes the first account; / if the service has an operator."

    def answer(self, **options: Any) -> Answer:
        path = f"/first/?key={setup_key()}" if service_has_no_operator() else "/"
        return Answer(data={"path": path, "unclaimed": path != "/"}, text=path)
