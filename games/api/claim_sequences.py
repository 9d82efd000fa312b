"""What is played out for a claim: sequences, which are no part of the game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.analysis import diagram
from games.api.base import number_in_query, tagged
from games.api.bodies import ActionIn, SvgRenderer, action_in
from games.api.claim_base import ClaimView, loaded, side
from games.api.claim_bodies import SequenceChangedOut, SequenceIn, SequenceOut, SequencesOut
from games.api.reading import TURN
from games.claims import commands
from games.claims.claim import Claim
from games.claims.queries import sequence_data, sequence_line, sequence_rows
from games.game.policy import RECORDING
from games.log.store import Recorded
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.views import answer, context_of, writes
from rules import Game, Phase


class ClaimSequences(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read", "POST": "claim.play"}

    @extend_schema(operation_id="claim_sequences", responses=SequencesOut)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """Where each sequence begins, and how long it is."""
        self.claimed(claim_id)
        claim, version = loaded(claim_id)
        return answer({"results": sequence_rows(claim)}, version=version)

    @extend_schema(
        operation_id="claim_sequence_begin", request=SequenceIn, responses={201: SequenceChangedOut}
    )
    @writes
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """Begin to play something out, from any turn of the game or of an earlier sequence."""
        game, given = self.claimed(claim_id), self.body(SequenceIn)
        done = commands.begin_sequence(str(claim_id), context_of(request), **given, by=side(request, game))
        return _told(claim_id, done[-1].event.number, done)


class ClaimSequence(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}

    @extend_schema(operation_id="claim_sequence", parameters=[TURN], responses=SequenceOut)
    def get(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """The actions of a sequence, and the position after any of them."""
        self.claimed(claim_id)
        claim, version = loaded(claim_id)
        turn = number_in_query(request, "turn")
        body = sequence_data(claim, number, sequence_line(claim, number), turn)
        return answer(body, version=version)


class ClaimSequenceActions(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.play"}

    @extend_schema(operation_id="claim_sequence_act", request=ActionIn, responses={201: SequenceChangedOut})
    @writes
    def post(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """Play on by one action. What the rules forbid is refused with the reason and the clause.

        Players enter what they do themselves; an official enters what either does, and what takes both:
        ``agree_dead``, ``agree_draw``, ``resume`` without a player. ``penalise`` is for whoever may correct
        the game.
        """
        game, action = self.claimed(claim_id), action_in(request)
        if type(action) in RECORDING:
            self.allow(game, RECORDING[type(action)])
        done = commands.act(str(claim_id), number, action, context_of(request), by=side(request, game))
        return _told(claim_id, number, done)


class ClaimSequenceBoard(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="claim_sequence_board",
        parameters=[TURN],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR},
    )
    def get(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """The board after any action of a sequence as a picture, with a title and a description."""
        self.claimed(claim_id)
        claim, version = loaded(claim_id)
        positions = sequence_line(claim, number)
        turn = number_in_query(request, "turn")
        turn = len(positions) - 1 if turn is None else turn
        if turn >= len(positions):
            refuse("no_such_turn", turn=turn, turns=len(positions) - 1)
        svg = _svg(positions[turn], claim, number, turn)
        return tagged(HttpResponse(svg, content_type="image/svg+xml; charset=utf-8"), version)


def _svg(position: Game, claim: Claim, number: int, turn: int) -> str:
    """Its last move is marked, unless the sequence has not begun: then it is the game's."""
    last = position.last_move if turn else None
    over = position.phase is Phase.OVER
    return diagram.svg(
        position.board,
        title=f"Sequence {number}, after turn {turn}" if turn else f"Sequence {number}, at its start",
        description=diagram.describe(position.board, last, None if over else position.to_play),
        last_move=last,
        marks=dict.fromkeys(claim.statement.points, diagram.Mark.TRIANGLE),
    )


def _told(claim_id: Any, number: int, done: list[Recorded]) -> HttpResponse:
    claim, version = loaded(claim_id)
    body = sequence_data(claim, number, sequence_line(claim, number), None)
    return answer(body | {"receipt": last_code(done)}, version=version, status=201)
