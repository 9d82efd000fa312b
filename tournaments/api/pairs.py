"""One pair: made by hand, changed, unmade; and its result."""

from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import Recorded
from games.receipts.receipts import last_code
from games.refusals import refuse
from games.rest.operations import Operation
from games.rest.views import answer, context_of, writes
from tournaments.api.base import RoundView, TournamentView
from tournaments.api.rounds import REASON
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import ClearResult, ConfirmResult, RecordResult, ReportResult
from tournaments.events import PairMadeByHand
from tournaments.operations.pairs import MAKE_PAIR, MOVE_TABLE, SET_HANDICAP, SWAP_COLOURS, UNMAKE_PAIR
from tournaments.reading.rounds import PairingBody, pairing_body
from tournaments.reading.seated import Seated, seated
from tournaments.tables.rows import TournamentRow


class ResultIn(serializers.Serializer[Any]):
    """``reason`` is needed to change a result that later rounds were paired on."""

    result = serializers.ChoiceField(choices=[winner.value for winner in Winner])
    by_default = serializers.BooleanField(required=False, default=False)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class ResultBody(PairingBody):
    """``receipt``: the code of what was stored; null where it was stored already."""

    receipt: str | None


class RoundPairs(RoundView):
    """Pair two players by hand."""

    operations: ClassVar = {"POST": MAKE_PAIR}
    statuses: ClassVar = {"POST": 201}
    answers = PairingBody

    def respond(
        self, row: TournamentRow, stored: list[Recorded], status: int, **_address: Any
    ) -> HttpResponse:
        made = next(one.event for one in stored if isinstance(one.event, PairMadeByHand))
        return said(seated(row.slug, made.pair.game_id), status)


class PairView(TournamentView):
    """Something about one game of the tournament."""

    answers = PairingBody

    def found(self, slug: str, game_id: UUID) -> Seated:
        game = seated(slug, game_id)
        self.allow(game.subject, seen=self.sees_game(game.subject))
        return game

    def perform(self, operation: Operation[Any], status: int, *, slug: str, **address: Any) -> HttpResponse:
        game = self.found(slug, address["game_id"])
        context = context_of(self.request)
        command = operation.order(operation.from_request(self.request), context, **address)
        carry_out(game.tournament_id, command, context)
        return answer(None, status=204) if status == 204 else said(seated(slug, address["game_id"]), status)

    def do(self, game: Seated, command: object) -> list[Recorded]:
        return carry_out(game.tournament_id, command, context_of(self.request))


class PairDetail(PairView):
    """One pair; DELETE unmakes it."""

    access: ClassVar = {"GET": "game.read"}
    operations: ClassVar = {"DELETE": UNMAKE_PAIR}
    statuses: ClassVar = {"DELETE": 204}

    @extend_schema(operation_id="pairing", responses=PairingBody)
    def get(self, request: Request, slug: str, game_id: UUID) -> Response:
        """One pair."""
        return said(self.found(slug, game_id))


class PairColours(PairView):
    operations: ClassVar = {"POST": SWAP_COLOURS}


class PairTerms(PairView):
    operations: ClassVar = {"PUT": SET_HANDICAP}


class PairTable(PairView):
    operations: ClassVar = {"PUT": MOVE_TABLE}


class PairResult(PairView):
    """The desk's word on a game."""

    access: ClassVar[dict[str, str]] = {"PUT": "result.record", "DELETE": "result.record"}

    @extend_schema(request=ResultIn, responses=ResultBody)
    @writes
    def put(self, request: Request, slug: str, game_id: UUID) -> Response:
        """Enter or change the result of a game, as the desk."""
        game = self.found(slug, game_id)
        given = self.body(ResultIn)
        command = RecordResult(game_id=str(game_id), result=_result(given), reason=given["reason"])
        done = self.do(game, command)
        return stored(seated(slug, game_id), done)

    @extend_schema(parameters=[REASON], responses={200: ResultBody})
    @writes
    def delete(self, request: Request, slug: str, game_id: UUID) -> Response:
        """Take the result of a game back."""
        game = self.found(slug, game_id)
        reason = self.reason()
        done = self.do(game, ClearResult(game_id=str(game_id), reason=reason))
        return stored(seated(slug, game_id), done)


class PairReport(PairView):
    """A player's word on his own game."""

    access: ClassVar[dict[str, str]] = {"POST": "result.report"}

    @extend_schema(request=ResultIn, responses={201: ResultBody})
    @writes
    def post(self, request: Request, slug: str, game_id: UUID) -> Response:
        game = self.found(slug, game_id)
        result = _result(self.body(ResultIn))
        own = _own_entry(game, request)
        done = self.do(game, ReportResult(game_id=str(game_id), entry_id=own, result=result))
        return stored(seated(slug, game_id), done, status=201)


class PairConfirm(PairView):
    """A player agrees with what the other one has reported."""

    access: ClassVar[dict[str, str]] = {"POST": "result.report"}

    @extend_schema(request=None, responses={201: ResultBody})
    @writes
    def post(self, request: Request, slug: str, game_id: UUID) -> Response:
        game = self.found(slug, game_id)
        done = self.do(game, ConfirmResult(game_id=str(game_id), entry_id=_own_entry(game, request)))
        return stored(seated(slug, game_id), done, status=201)


def _own_entry(game: Seated, request: Request) -> str:
    """The entry of whoever asks, who plays this game."""
    own = game.accounts.get(request.user.pk or 0)
    if own is None:
        refuse("not_in_this_game", game=str(game.pairing.game_id))
    return own


def _result(given: dict[str, Any]) -> Result:
    return Result(winner=Winner(given["result"]), by_default=given["by_default"])


def said(game: Seated, status: int = 200) -> Response:
    return answer(pairing_body(game.pairing, game.names), version=game.version, status=status)


def stored(game: Seated, done: list[Recorded], status: int = 200) -> Response:
    """The pair with the receipt of what the command stored."""
    response = said(game, status)
    response.data["receipt"] = last_code(done)
    return response
