"""Dispatch commands on registrations to their handlers."""

from collections.abc import Callable, Mapping
from typing import Any

from games.log.unit_of_work import Context
from tournaments.registration import officers, registering, terms
from tournaments.tables.rows import TournamentRow

Handler = Callable[[TournamentRow, Any, Context], Any]
HANDLERS: Mapping[type[Any], Handler] = {
    registering.Register: registering.register,
    registering.ChangeSignup: lambda _, command, context: registering.change(
        command.signup_id, command, context
    ),
    registering.WithdrawSignup: lambda _, command, context: registering.withdraw(command.signup_id, context),
    officers.ConfirmSignups: officers.confirm,
    officers.RefuseSignup: officers.refuse_signup,
    officers.MoveSignup: officers.move,
    officers.MergeSignup: officers.merge,
    officers.MarkFee: officers.mark_fee,
    officers.RenewLink: officers.renew_link,
    terms.SetTerms: terms.set_terms,
    officers.ForgetSignups: lambda row, _, context: officers.delete_personal_data(row, context.at),
}


def run_command(row: TournamentRow, command: object, context: Context) -> Any:
    """Run a command on registrations; return a registration, several, the terms, or a number."""
    return HANDLERS[type(command)](row, command, context)
