"""From a command on registrations to what carries it out."""

from collections.abc import Callable, Mapping
from typing import Any

from games.log.unit_of_work import Context
from tournaments.registration import officers, registering, terms
from tournaments.tables.rows import TournamentRow

Doing = Callable[[TournamentRow, Any, Context], Any]
DOING: Mapping[type[Any], Doing] = {
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
    officers.ForgetSignups: lambda row, _, context: officers.forget(row, context.at),
}


def do(row: TournamentRow, command: object, context: Context) -> Any:
    """Carry the command out; the answer is a registration, several, the terms, or a number."""
    return DOING[type(command)](row, command, context)
