"""What whoever runs the service does to an account: close it, open it again, forget a lost second factor."""

from typing import Any

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.people.accounts import close_account, named, open_account
from tournaments.people.second_factor import forget_second_factor, has_second_factor


class Command(JsonCommand):
    help = "Say how the account of USER stands, after what the options ask for."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("user")
        closing = parser.add_mutually_exclusive_group()
        closing.add_argument(
            "--close", action="store_true", help="no login any more; sessions and tokens end now"
        )
        closing.add_argument("--open", action="store_true", help="logins are possible again")
        parser.add_argument(
            "--forget-second-factor",
            action="store_true",
            help="phone and recovery codes are lost",
        )

    def answer(self, **options: Any) -> Answer:
        user = named(options["user"], closed=True)
        if options["close"]:
            close_account(user)
        if options["open"]:
            open_account(user)
        if options["forget_second_factor"]:
            forget_second_factor(user)
        data = {
            "user": user.get_username(),
            "open": user.is_active,
            "second_factor": has_second_factor(user.pk),
        }
        state = "open" if data["open"] else "closed"
        factor = "with" if data["second_factor"] else "without"
        return Answer(data=data, text=f"{user.get_username()}: {state}, {factor} a second factor")
