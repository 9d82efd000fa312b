"""What edits by hand would cost, before they are made."""

from collections.abc import Callable
from typing import Any, ClassVar
from uuid import uuid4

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import FiniteField
from games.rest.views import answer, asks
from tournaments.api.base import TournamentView
from tournaments.competition.history import Settings
from tournaments.deciding.editing import PinPair, RenumberTables
from tournaments.deciding.pairs import (
    GiveBye,
    MakePair,
    MoveTable,
    SetHandicap,
    SwapColours,
    TakeBye,
    UnmakePair,
)
from tournaments.proofs.weighing import weigh_body
from tournaments.reading.queries import settings_of

MOST_EDITS = 100
NEEDS = {
    "pair": ("white", "black"),
    "unpair": ("game",),
    "swap": ("game",),
    "terms": ("game", "handicap", "komi"),
    "table": ("game", "table"),
    "pin": ("game",),
    "unpin": ("game",),
    "bye": ("entry",),
    "no_bye": ("entry",),
    "renumber": (),
}


class EditIn(serializers.Serializer[Any]):
    """One edit: what to ``do``, and of the rest what that needs.

    pair: ``white``, ``black`` (and ``handicap``, ``komi``, ``table``); unpair, swap, pin, unpin: ``game``;
    terms: ``game``, ``handicap``, ``komi``; table: ``game``, ``table``; bye, no_bye: ``entry``.
    """

    do = serializers.ChoiceField(list(NEEDS))
    game = serializers.UUIDField(required=False)
    white = serializers.UUIDField(required=False)
    black = serializers.UUIDField(required=False)
    entry = serializers.UUIDField(required=False)
    handicap = serializers.IntegerField(min_value=0, max_value=9, required=False)
    komi = FiniteField(required=False)
    table = serializers.IntegerField(min_value=0, max_value=10_000, required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        missing = [name for name in NEEDS[given["do"]] if name not in given]
        if missing:
            raise serializers.ValidationError({name: [f"Needed to {given['do']}."] for name in missing})
        return given


class EditsIn(serializers.Serializer[Any]):
    """Edits of the round, one after the other."""

    edits = serializers.ListField(child=EditIn(), min_length=1, max_length=MOST_EDITS)


class WeighedOut(serializers.Serializer[Any]):
    """``change``: by criterion, below 0 it makes the pairing worse; ``change_total`` null: not weighed.

    ``refused``: the code of why it could not be done.
    """

    refused = serializers.CharField()
    says = serializers.CharField()
    change = serializers.DictField(child=serializers.IntegerField())
    change_total = serializers.CharField(allow_null=True)
    warns = serializers.ListField(child=serializers.CharField())


class CostOut(serializers.Serializer[Any]):
    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    edits = WeighedOut(many=True)
    change = serializers.DictField(child=serializers.IntegerField())
    change_total = serializers.CharField()


class PairingCost(TournamentView):
    """What edits by hand would cost."""

    access: ClassVar[dict[str, str]] = {"POST": "round.pair"}

    @extend_schema(operation_id="pairing_cost", request=EditsIn, responses=CostOut)
    @asks
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Weigh edits of a round before they are made. Nothing is stored."""
        row, _ = self.round(slug, number)
        given = self.body(EditsIn)["edits"]
        body, version = weigh_body(
            row, number, [command_of(edit, number, settings_of(row)) for edit in given]
        )
        return answer(body, version=version)


def command_of(edit: dict[str, Any], number: int, settings: Settings) -> object:
    """The command that an edit is."""
    game, entry = str(edit.get("game", "")), str(edit.get("entry", ""))
    makers: dict[str, Callable[[], object]] = {
        "pair": lambda: _pair(edit, number, settings),
        "unpair": lambda: UnmakePair(game_id=game),
        "swap": lambda: SwapColours(game_id=game),
        "terms": lambda: SetHandicap(game_id=game, handicap=edit["handicap"], komi=edit["komi"]),
        "table": lambda: MoveTable(game_id=game, table=edit["table"]),
        "pin": lambda: PinPair(game_id=game),
        "unpin": lambda: PinPair(game_id=game, pinned=False),
        "bye": lambda: GiveBye(round=number, entry_id=entry),
        "no_bye": lambda: TakeBye(round=number, entry_id=entry),
        "renumber": lambda: RenumberTables(round=number),
    }
    return makers[edit["do"]]()


def _pair(edit: dict[str, Any], number: int, settings: Settings) -> MakePair:
    handicap = edit.get("handicap", 0)
    return MakePair(
        round=number,
        game_id=str(uuid4()),
        white=str(edit["white"]),
        black=str(edit["black"]),
        handicap=handicap,
        komi=edit.get("komi", 0.5 if handicap else settings.komi),
        table=edit.get("table", 0),
    )
