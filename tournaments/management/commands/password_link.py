"""The command that makes a link to choose a new password."""

from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.accounts.accounts import account_by_name
from tournaments.accounts.passwords import password_path


class Command(JsonCommand):
    help = "Say the path of the page on which USER chooses a new password: once, within three days."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("user")

    def answer(self, **options: Any) -> Answer:
        user = account_by_name(options["user"])
        link = urljoin(settings.ADDRESS, password_path(user))
        return Answer(data={"user": user.get_username(), "link": link}, text=link)
