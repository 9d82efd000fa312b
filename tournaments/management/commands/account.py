"""The command that closes, opens and logs out accounts, and removes a lost second factor."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandError, CommandParser

from games.management.base import Answer, JsonCommand
from tournaments.accounts.accounts import (
    account_by_name,
    close_account,
    log_out,
    log_out_all_accounts,
    reopen_account,
)
from tournaments.accounts.second_factor import forget_second_factor, has_second_factor


class Command(JsonCommand):
    help = "Say how the account of USER stands, after what the options ask for."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("user", nargs="?")
        parser.add_argument(
            "--everybody", action="store_true", help="in place of USER: all accounts, with --log-out alone"
        )
        closing = parser.add_mutually_exclusive_group()
        closing.add_argument(
            "--close", action="store_true", help="no login any more; sessions and tokens end now"
        )
        closing.add_argument("--open", action="store_true", help="logins are possible again")
        parser.add_argument("--log-out", action="store_true", help="sessions and tokens end now")
        parser.add_argument(
            "--forget-second-factor",
            action="store_true",
            help="phone and recovery codes are lost",
        )

    def answer(self, **options: Any) -> Answer:
        if options["everybody"]:
            return _everybody(options)
        if not options["user"]:
            raise CommandError("Which account: USER, or --everybody?")
        user = account_by_name(options["user"], closed=True)
        for option, act in ACTS.items():
            if options[option]:
                act(user)
        return _standing(user)


ACTS: dict[str, Callable[[Any], None]] = {
    "close": close_account,
    "open": reopen_account,
    "log_out": log_out,
    "forget_second_factor": forget_second_factor,
}


def _everybody(options: dict[str, Any]) -> Answer:
    others = [option for option in ("user", "close", "open", "forget_second_factor") if options[option]]
    if others or not options["log_out"]:
        raise CommandError("--everybody goes with --log-out, and with nothing else.")
    accounts = log_out_all_accounts()
    return Answer(data={"logged_out": accounts}, text=f"{accounts} accounts are logged out everywhere")


def _standing(user: Any) -> Answer:
    data = {
        "user": user.get_username(),
        "open": user.is_active,
        "second_factor": has_second_factor(user.pk),
    }
    state = "open" if data["open"] else "closed"
    factor = "with" if data["second_factor"] else "without"
    return Answer(data=data, text=f"{user.get_username()}: {state}, {factor} a second factor")
