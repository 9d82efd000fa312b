"""What edits by hand would cost, before they are made."""

from dataclasses import replace
from typing import Any
from uuid import uuid5

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.unit_of_work import Context
from games.rest.fields import FiniteField, IdField
from games.rest.inputs import input_field
from games.rest.operated import asks
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from tournaments.api.base import TournamentView
from tournaments.competition.facts import STONES
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.inputs import MOST_TABLES
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.tables import MoveTable, PinPair, RenumberTables
from tournaments.proofs.edit_costs import CostBody, weigh_body

MOST_EDITS = 100
EDITS: dict[str, Operation[Any]] = {
    "pair": Operation(MakePair),
    "unpair": Operation(UnmakePair),
    "swap": Operation(SwapColours),
    "terms": Operation(SetHandicap),
    "table": Operation(MoveTable),
    "pin": Operation(PinPair, fixed={"pinned": True}),
    "unpin": Operation(PinPair, fixed={"pinned": False}),
    "bye": Operation(GiveBye),
    "no_bye": Operation(TakeBackBye),
    "renumber": Operation(RenumberTables),
}
ADDRESSES = {"game": "game_id", "entry": "entry_id"}
"""Members of an edit that an address holds elsewhere."""


class EditIn(serializers.Serializer[Any]):
    """One edit: what to ``do``, and of the rest what that needs.

    pair: ``white``, ``black`` (and ``handicap``, ``komi``, ``table``); unpair, swap, pin, unpin: ``game``;
    terms: ``game``, ``handicap``, ``komi``; table: ``game``, ``table``; bye, no_bye: ``entry``.
    """

    do = serializers.ChoiceField(list(EDITS))
    game = IdField(required=False)
    white = IdField(required=False)
    black = IdField(required=False)
    entry = IdField(required=False)
    handicap = input_field(int, STONES, required=False)
    komi = FiniteField(required=False)
    table = serializers.IntegerField(min_value=0, max_value=MOST_TABLES, required=False)

    def validate(self, edit: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in needed_for(EDITS[edit["do"]]) if name not in edit]
        if missing:
            raise serializers.ValidationError({name: [f"Needed to {edit['do']}."] for name in missing})
        return edit


def needed_for(operation: Operation[Any]) -> list[str]:
    """The members without which the edit cannot be made."""
    required = [name for name, field in operation.all_fields.items() if field.required]
    return required + [member for member, argument in ADDRESSES.items() if operation.takes(argument)]


class EditsIn(serializers.Serializer[Any]):
    """Edits of the round, one after the other."""

    edits = serializers.ListField(child=EditIn(), min_length=1, max_length=MOST_EDITS)


class PairingCost(TournamentView):
    """What edits by hand would cost."""

    @asks("weigh_edits", "round.pair", CostBody, request=EditsIn)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Weigh edits of a round before they are made.

        Nothing is stored.
        """
        row, _ = self.round(slug, number)
        context = context_of(request)
        given = enumerate(self.body(EditsIn)["edits"])
        edits = [command_of(edit, number, _context_of_edit(context, index)) for index, edit in given]
        body, version = weigh_body(row, number, edits)
        return respond_with_etag(body, version=version)


def _context_of_edit(context: Context, index: int) -> Context:
    """A command id for each edit, so that two pairs get two ids."""
    return replace(context, command_id=uuid5(context.command_id, str(index)))


def command_of(edit: dict[str, Any], number: int, context: Context) -> object:
    """The command that an edit is."""
    operation = EDITS[edit["do"]]
    values = operation.from_values({name: edit[name] for name in operation.all_fields if name in edit})
    address = {"round": number} | {ADDRESSES[name]: edit[name] for name in ADDRESSES if name in edit}
    taken = {argument: value for argument, value in address.items() if operation.takes(argument)}
    return operation.command_for(values, context, **taken)
