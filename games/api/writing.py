"""Entering and correcting the record of one game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GameView, number_in_query
from games.api.bodies import (
    RECORD_PARSERS,
    SGF,
    ActionIn,
    GameOut,
    ReasonIn,
    ReceivedOut,
    RecordFileIn,
    RecordIn,
    TakeBackIn,
    action_in,
    sgf_in,
)
from games.api.claim_base import side
from games.claims.deciding import DESK
from games.claims.deciding.playing_out import may_record
from games.claims.unsettled import need_rest
from games.game import commands
from games.game.loading import game_row
from games.game.policy import recording
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.schema import PROBLEM, Problem
from games.rest.strict import validated
from games.rest.views import answer, context_of, writes
from rules import Action

WHICH = OpenApiParameter(
    "game", int, description="Which game of the file, counted from 1, which it is by default."
)


def _answer(game_id: str, *, status: int = 200) -> HttpResponse:
    row = game_row(game_id)
    return answer(GameOut(row).data, version=row.version, status=status)


def _body(request: Request, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    return dict(validated(serializer(data=request.data)))


class MovedOut(GameOut):
    """``receipt`` is the code of the last event that the action led to."""

    receipt = serializers.CharField(allow_null=True)


class GameMoves(GameView):
    access: ClassVar[dict[str, str]] = {"POST": "game.record"}

    @extend_schema(operation_id="game_move", request=ActionIn, responses={201: MovedOut})
    @writes(match=True)
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        """Enter one action. What the rules forbid is refused with the turn, the reason and the clause.

        A player enters the moves of both, but neither gives up nor claims nor marks for the other;
        `agree_dead` and `agree_draw` are an official's, `penalise` is for whoever may correct the game. While
        something is played out for a claim on the game, only officials add to its record.
        """
        row = self.game(game_id)
        action = action_in(request)
        self.allow(row, recording(action))
        _as_player(action, side(request, row), str(row.game_id))
        done = commands.play(str(row.game_id), action, context_of(request))
        row = game_row(str(row.game_id))
        body = GameOut(row).data | {"receipt": last_code(done)}
        return answer(body, version=row.version, status=201)


def _as_player(action: Action, by: str, game_id: str) -> None:
    """Refuses what a player does not enter in the record of his own game."""
    if not may_record(action, by):
        refuse("not_your_word", by=by)
    if by != DESK:
        need_rest(game_id)


class GameRecordEntry(GameView):
    access: ClassVar[dict[str, str]] = {"POST": "game.record"}
    parser_classes = RECORD_PARSERS

    @extend_schema(
        operation_id="game_record",
        parameters=[WHICH],
        request={"application/json": RecordIn, SGF: bytes, "multipart/form-data": RecordFileIn},
        responses={201: ReceivedOut, (428, PROBLEM): Problem},
    )
    @writes
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        """Enter a whole record, or nothing of it. If-Match is needed where turns have been entered."""
        row = self.game(game_id)
        if row.turns and request.headers.get("If-Match") is None:
            refuse("precondition_required")
        index = number_in_query(request, "game")
        sgf, number = sgf_in(request), 1 if index is None else index
        received = commands.receive_record(str(row.game_id), sgf, context_of(request), number - 1)
        row = game_row(str(row.game_id))
        body = {"game": GameOut(row).data, "notes": received.notes}
        return answer(body, version=row.version, status=201)


class GameRecordWithdrawal(GameView):
    access: ClassVar[dict[str, str]] = {"POST": "game.correct"}

    @extend_schema(operation_id="game_record_withdraw", request=ReasonIn, responses={200: GameOut})
    @writes(match=True)
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        """Forget the record: it belongs to another game. Another one may then arrive."""
        row = self.game(game_id)
        body = _body(request, ReasonIn)
        commands.withdraw_record(str(row.game_id), body["reason"], context_of(request))
        return _answer(str(row.game_id))


class GameTakeBack(GameView):
    access: ClassVar[dict[str, str]] = {"POST": "game.correct"}

    @extend_schema(operation_id="game_take_back", request=TakeBackIn, responses={200: GameOut})
    @writes(match=True)
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        """Forget everything after a turn: it was mistyped."""
        row = self.game(game_id)
        body = _body(request, TakeBackIn)
        commands.take_back(str(row.game_id), body["to_turn"], body["reason"], context_of(request))
        return _answer(str(row.game_id))
