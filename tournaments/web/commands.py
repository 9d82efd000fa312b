"""The view behind a form that is one command: the right, the command, a message, the page that follows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.generic import View

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.receipts.codes import last_code
from games.rest.operations import Operation, command_from_form
from tournaments.commands import carry_out
from tournaments.domain.base import Command
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import back, context_of, form_action, game_for, round_for, tournament_for
from tournaments.web.history.receipts import with_receipt


class CommandPage(View):
    """The address to which the form of a command on a tournament is sent.

    ``to``: the name of the page that follows, by default the page that the form was on; ``to_parts``: the
    parts of the address that it needs. ``fixed``: arguments that the command always has here; ``chosen``: the
    fields of the form in which arguments are chosen that are elsewhere parts of the address. ``message``: on
    the page that follows, with parts of the address; ``receipt``: with the receipt of the command.
    """

    command: type[Command] | Operation[Any] = Command
    to = ""
    to_parts: Sequence[str] = ("slug",)
    fixed: Mapping[str, Any] = {}
    chosen: Mapping[str, str] = {}
    message = ""
    receipt = False

    @classmethod
    def as_view(cls, **attributes: Any) -> Callable[..., HttpResponse]:
        return form_action(super().as_view(**attributes))  # type: ignore[arg-type]  # none of these is streamed

    def post(self, request: HttpRequest, **address: Any) -> HttpResponse:
        row = self.find(**address)
        facts = self.facts(row, address)
        context = context_of(request)
        command = self.read(self.command_for(row), context, self.arguments(address))
        stored = self.carry_out(row, command, context)
        if message := self.message_for(command, stored, facts):
            messages.success(request, with_receipt(message, last_code(stored) if self.receipt else None))
        self.warn(row, command)
        following = {name: address[name] for name in self.to_parts}
        return redirect(self.to, **following) if self.to else redirect(back(request))

    def find(self, slug: str, **_: Any) -> TournamentRow:
        """Return the tournament. Raises as ``allow`` where the command is not allowed."""
        return tournament_for(self.request, slug, self.command.right)

    def command_for(self, row: TournamentRow) -> type[Command] | Operation[Any]:
        """Return the command that the form asks for."""
        return self.command

    def read(self, asked: type[Command] | Operation[Any], context: Context, known: Mapping[str, Any]) -> Any:
        """Return the command as the form gives it."""
        if isinstance(asked, Operation):
            return asked.command_for(asked.from_form(self.form(), self.request.FILES), context, **known)
        return command_from_form(asked, self.form(), context, **known)

    def form(self) -> QueryDict:
        """Return the form, with its fields as the inputs of the command."""
        return self.request.POST

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of the command that are no inputs."""
        chosen = {name: self.request.POST.get(field, "") for name, field in self.chosen.items()}
        return {**{name: part for name, part in address.items() if name != "slug"}, **chosen, **self.fixed}

    def carry_out(self, row: TournamentRow, command: Command, context: Context) -> list[StoredEvent]:
        return carry_out(str(row.id), command, context)

    def facts(self, row: TournamentRow, address: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the facts of the message, as they are before the command."""
        return {"name": row.name, **address}

    def message_for(self, command: Command, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        return gettext(self.message) % facts if self.message else ""

    def warn(self, row: TournamentRow, command: Any) -> None:
        """Say on the page that follows what the command leaves to be done."""


class RoundCommandPage(CommandPage):
    """The address to which the form of a command on a round is sent."""

    to = "web:round"
    to_parts = ("slug", "number")

    def find(self, slug: str, **address: Any) -> TournamentRow:
        return round_for(self.request, slug, address["number"], self.command.right)[0]


class GameCommandPage(CommandPage):
    """The address to which the form of a command on a game is sent."""

    def find(self, slug: str, **address: Any) -> TournamentRow:
        return game_for(self.request, slug, str(address["game_id"]), self.command.right)[0]
