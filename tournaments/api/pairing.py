"""The rules of pairing, the reasons of a bye, the proof of a round, and the cost of edits by hand."""

from dataclasses import replace
from typing import Any, TypedDict
from uuid import UUID, uuid5

from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.unit_of_work import Context
from games.rest.bodies import body_from
from games.rest.fields import FiniteField, IdField
from games.rest.inputs import input_field
from games.rest.operated import asks, reads
from games.rest.operations import Operation
from games.rest.views import context_of, respond_with_etag
from tournaments.api.base import TournamentView, View
from tournaments.api.resources import ViewSet
from tournaments.competition.facts import STONES
from tournaments.competition.pairing import RULES
from tournaments.competition.pairing.words import WANTS
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.inputs import MOST_TABLES
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.tables import MoveTable, PinPair, RenumberTables
from tournaments.proofs.edit_costs import CostBody, weigh_body
from tournaments.proofs.proving import ProofBody, proof_body
from tournaments.proofs.reasoning import ByeWhyBody, bye_body


class RuleSetBody(TypedDict):
    """Switches by which rule sets differ; ``draw_limit`` null: no limit."""

    name: str
    groups_count_absent: bool
    draw_limit: int | None
    strong_waive_geography: bool
    no_club_is_none: bool
    names_as_written: bool
    last_ties_by_number: bool
    defaults_balance_colours: bool
    default_win_is_bye: bool
    repeats_add_up: bool
    halves_count: bool
    must_not_is_absolute: bool


class PairingCriterionBody(TypedDict):
    name: str
    wants: str


class PairingRulesBody(TypedDict):
    rules: list[RuleSetBody]
    criteria: list[PairingCriterionBody]


class PairingRulesView(View):
    """The versions of the rules of pairing."""

    @reads("get_pairing_rules", "site.read", PairingRulesBody)
    def get(self, request: Request) -> PairingRulesBody:
        """Get every version of the pairing rules, and what their criteria aim at."""
        self.allow()
        return {
            "rules": [body_from(RuleSetBody, rules) for rules in RULES.values()],
            "criteria": [{"name": name, "wants": wants} for name, wants in WANTS.items() if name != "byes"],
        }


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
        operation = EDITS[edit["do"]]
        named = {name: edit[name] for name in operation.all_fields if name in edit}
        return {**edit, "values": operation.from_values(named)}


def needed_for(operation: Operation[Any]) -> list[str]:
    """The members without which the edit cannot be made."""
    required = [name for name, field in operation.all_fields.items() if field.required]
    return required + [member for member, argument in ADDRESSES.items() if operation.takes(argument)]


class EditsIn(serializers.Serializer[Any]):
    """Edits of the round, one after the other."""

    edits = serializers.ListField(child=EditIn(), min_length=1, max_length=MOST_EDITS)


class PairingViewSet(ViewSet, TournamentView):
    lookup_url_kwarg = "number"
    lookup_value_converter = "int"
    public_actions = ("proof", "bye_reasons")

    @reads("get_bye_reasons", "round.read", ByeWhyBody)
    @action(detail=True, url_path="byes/<uuid:entry_id>/reasons", url_name="bye-reasons")
    def bye_reasons(self, request: Request, slug: str, number: int, entry_id: UUID) -> Any:
        """Get why a player has the bye, and who would be next."""
        row, _ = self.round(slug, number)
        return bye_body(row, number, str(entry_id))

    @reads("get_round_proof", "round.read", ProofBody)
    @action(detail=True)
    def proof(self, request: Request, slug: str, number: int) -> Any:
        """Check whether the pairing of a round was optimal, and what each edit by hand cost."""
        row, _ = self.round(slug, number)
        return proof_body(row, number, officer=self.officer(row))

    @asks("weigh_edits", "round.pair", CostBody, request=EditsIn)
    @action(detail=True, methods=["post"], url_path="pairings/cost", url_name="pairing-cost")
    def cost(self, request: Request, slug: str, number: int) -> Response:
        """Weigh edits of a round before they are made.

        Nothing is stored.
        """
        row, _ = self.round(slug, number)
        context = context_of(request)
        edits = []
        for index, edit in enumerate(self.body(EditsIn)["edits"]):
            own_id = uuid5(context.command_id, str(index))  # two pairs get two ids
            edits.append(command_of(edit, number, replace(context, command_id=own_id)))
        body, version = weigh_body(row, number, edits)
        return respond_with_etag(body, version=version)


def command_of(edit: dict[str, Any], number: int, context: Context) -> object:
    """The command that an edit is."""
    operation = EDITS[edit["do"]]
    address = {"round": number} | {ADDRESSES[name]: edit[name] for name in ADDRESSES if name in edit}
    taken = {argument: value for argument, value in address.items() if operation.takes(argument)}
    return operation.command_for(edit["values"], context, **taken)
