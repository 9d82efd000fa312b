"""REST of entering and correcting the record of one game; the answer is the game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.api.base import GameView, versions_of
from games.api.bodies import RECORD_PARSERS, SGF, game_body, sgf_of_request
from games.claims.deciding import DESK
from games.claims.deciding.playing_out import may_enter_in_record
from games.claims.host import player_side, require_not_own_game, side
from games.claims.queries import require_no_open_sequences
from games.colours import colour_name
from games.game import commands
from games.game.deciding import Act
from games.game.fitting import NoteBody
from games.game.loading import game_row
from games.game.policy import right_to_record
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.operations.records import MOVE, SEND_RECORD, TAKE_BACK, WITHDRAW_RECORD
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.operated import operation_handler
from games.rest.operations import Operation
from games.rest.parameters import query_int
from games.rest.views import context_of, respond_with_etag
from tournaments.api.games import PairedGameChangedBody, paired_game_body
from tournaments.api.resources import ViewSet
from tournaments.reading.game_lookup import find_game

WHICH = OpenApiParameter(
    "game", int, description="Which game of the file, counted from 1, which it is by default."
)


class ReceivedBody(PairedGameChangedBody):
    """``notes``: how the file was read, and where it differs from the terms of the game."""

    notes: list[NoteBody]


def game_response(game_id: str, stored: Sequence[StoredEvent], status: int, **more: Any) -> HttpResponse:
    """Return the game, the receipt of the stored events, and ``more``."""
    row = game_row(game_id)
    try:
        body: Any = paired_game_body(find_game(game_id), row)
    except Http404:
        body = game_body(row)
    return respond_with_etag(
        {**body, "receipt": last_code(stored), **more},
        version=versions_of(row),
        status=status,
        location=("api:game", game_id),
    )


class RecordView(GameView):
    """Operations on the record of a game."""

    answers: ClassVar[Any] = PairedGameChangedBody

    def perform(self, operation: Operation[Any], *, game_id: Any) -> HttpResponse:
        row, context = self.game(game_id), context_of(self.request)
        command = operation.command_for(operation.from_request(self.request), context)
        command = self.check(command, row)
        stored = commands.change_record(str(row.game_id), command, context)
        return game_response(str(row.game_id), stored, self.status)

    def check(self, command: Any, row: GameRow) -> Any:
        """Return the command after further checks than that of the operation's right.

        Refuses and raises as ``allow`` does.
        """
        return command


class GameMoves(RecordView):
    operations: ClassVar = {"POST": MOVE}

    def check(self, command: Act, row: GameRow) -> Act:
        """Refuse actions that players do not enter in the record of their own game."""
        self.allow(row, right_to_record(command.action))
        by = side(self.request.user, row)
        if not may_enter_in_record(command.action, by):
            refuse("not_your_word", by=colour_name(by))
        if by == DESK:
            return command
        require_no_open_sequences(str(row.game_id))
        return replace(command, by=by)


class GameRecordEntry(GameView):
    parser_classes = RECORD_PARSERS

    @operation_handler(
        SEND_RECORD,
        parameters=[WHICH],
        request={
            "application/json": SEND_RECORD.serializer,
            SGF: bytes,
            "multipart/form-data": SEND_RECORD.form_serializer,
        },
        responses={201: ReceivedBody},
    )
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        row, context = self.game(game_id), context_of(request)
        if row.turns and request.headers.get("If-Match") is None:
            refuse("precondition_required")
        number = query_int(request, "game", low=1) or 1
        command = SEND_RECORD.command_for({"sgf": sgf_of_request(request), "index": number - 1}, context)
        by = player_side(request.user, row)
        received = commands.receive_record(str(row.game_id), command.sgf, context, command.index, by=by)
        return game_response(str(row.game_id), received.recorded, 201, notes=received.notes)


class CorrectionViewSet(ViewSet, RecordView):
    """Corrections of the record, which need an official who is not one of the players."""

    lookup_url_kwarg = "game_id"
    operations: ClassVar = {"POST record/withdraw": WITHDRAW_RECORD, "POST take-back": TAKE_BACK}

    def check(self, command: Any, row: GameRow) -> Any:
        require_not_own_game(self.request.user, row)
        return command
