"""REST of the sequences that are played out for a claim; they are not part of the game."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from games.analysis import diagram
from games.api.base import ClaimView, load_claim, number_in_query
from games.api.bodies import SvgRenderer
from games.api.reading import TURN
from games.claims.bodies import SequenceBody, SequenceRowBody, sequence_body, sequence_rows
from games.claims.claim import Claim
from games.claims.deciding import ActInSequence
from games.claims.queries import sequence_line
from games.game.policy import RECORDING_RIGHTS
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.operations.claims import ACT_IN_SEQUENCE, BEGIN_SEQUENCE, TAKE_BACK
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from games.story.steps import StepsBody, steps_data
from rules import Game, Phase


class SequencesBody(TypedDict):
    results: list[SequenceRowBody]


class SequenceChangedBody(SequenceBody):
    receipt: str | None


class SequenceView(ClaimView):
    """Operations on one sequence, which is the response."""

    answers = SequenceChangedBody
    statuses: ClassVar = {"POST": 201}

    def respond(self, claim_id: Any, stored: Sequence[StoredEvent], status: int) -> HttpResponse:
        claim, version = load_claim(claim_id)
        number = stored[-1].event.number
        body = sequence_body(claim, number, sequence_line(claim, number), None)
        place = reverse("claim-sequence", args=(claim_id, number))
        return respond_with_etag(
            {**body, "receipt": last_code(stored)}, version=version, status=status, location=place
        )


class ClaimSequences(SequenceView):
    operations: ClassVar = {"POST": BEGIN_SEQUENCE}

    @reads("list_claim_sequences", "claim.read", SequencesBody)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """List the sequences played out for a claim."""
        self.game_of_claim(claim_id)
        claim, version = load_claim(claim_id)
        return respond_with_etag({"results": sequence_rows(claim)}, version=version)


class ClaimSequence(ClaimView):
    @reads("get_sequence", "claim.read", SequenceBody, parameters=[TURN])
    def get(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """Get the actions of a sequence, and the position after any of them."""
        self.game_of_claim(claim_id)
        claim, version = load_claim(claim_id)
        turn = number_in_query(request, "turn")
        body = sequence_body(claim, number, sequence_line(claim, number), turn)
        return respond_with_etag(body, version=version)


class ClaimSequenceActions(SequenceView):
    operations: ClassVar = {"POST": ACT_IN_SEQUENCE}

    def check(self, command: ActInSequence, game: GameRow) -> None:
        if type(command.action) in RECORDING_RIGHTS:
            self.allow(game, RECORDING_RIGHTS[type(command.action)])


class ClaimSequenceLast(SequenceView):
    operations: ClassVar = {"DELETE": TAKE_BACK}
    statuses: ClassVar = {"DELETE": 200}


class ClaimSequenceSteps(ClaimView):
    @reads("get_sequence_steps", "claim.read", StepsBody)
    def get(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """Get every turn of a sequence in words, with the points that it changed."""
        self.game_of_claim(claim_id)
        claim, version = load_claim(claim_id)
        return respond_with_etag(steps_data(sequence_line(claim, number)), version=version)


class ClaimSequenceBoard(ClaimView):
    renderer_classes = (SvgRenderer,)

    @reads("get_sequence_board", "claim.read", {(200, "image/svg+xml"): OpenApiTypes.STR}, parameters=[TURN])
    def get(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """Get the board after any action of a sequence as a picture (SVG)."""
        self.game_of_claim(claim_id)
        claim, version = load_claim(claim_id)
        positions = sequence_line(claim, number)
        turn = number_in_query(request, "turn")
        turn = len(positions) - 1 if turn is None else turn
        if turn >= len(positions):
            refuse("no_such_turn", turn=turn, turns=len(positions) - 1)
        svg = _svg(positions[turn], claim, number, turn)
        self.version = version
        return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")


def _svg(position: Game, claim: Claim, number: int, turn: int) -> str:
    """Draw a position with its last move, unless the sequence has not begun: then it is the game's."""
    last = position.last_move if turn else None
    over = position.phase is Phase.OVER
    return diagram.svg(
        position.board,
        title=f"Sequence {number}, after turn {turn}" if turn else f"Sequence {number}, at its start",
        description=diagram.describe(position.board, last, None if over else position.to_play),
        last_move=last,
        marks=dict.fromkeys(claim.statement.points, diagram.Mark.TRIANGLE),
    )
