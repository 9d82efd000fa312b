"""REST of claims on games: findings, sequences that are played out, rulings and appeals."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypedDict

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django_filters import ChoiceFilter
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.adjudication.kinds import ClaimKind
from games.analysis import diagram
from games.api.base import (
    ClaimChangedBody,
    ClaimView,
    claim_response,
    load_claim,
    respond_with_claim,
)
from games.api.bodies import SGF, sgf_file
from games.api.reading import TURN
from games.api.rules import ReplayThrottle
from games.claims import commands
from games.claims.bodies import (
    ClaimBody,
    ClaimRowBody,
    FindingBody,
    SequenceBody,
    SequenceRowBody,
    claim_row_body,
    finding_body,
    sequence_body,
    sequence_rows,
)
from games.claims.claim import Claim, Stage
from games.claims.deciding import ActInSequence
from games.claims.host import RulingEffect, side
from games.claims.pictures import digests, picture_of
from games.claims.queries import finding_of, sequence_line
from games.claims.rows import ClaimRow
from games.game.policy import RECORDING_RIGHTS, policy
from games.game.queries import original_file_of
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.operations.claims import (
    ACT_IN_SEQUENCE,
    APPEAL,
    BEGIN_SEQUENCE,
    CORRECT_RULING,
    DECIDE_APPEAL,
    MAKE_CLAIM,
    RULE,
    SECOND_RULING,
    TAKE_BACK,
    WITHDRAW_CLAIM,
)
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.media import StrictMultiPartParser, jpeg
from games.rest.operated import ViewSet, operation_handler, reads
from games.rest.operations import Operation
from games.rest.paging import ListFilters, lists
from games.rest.parameters import query_int
from games.rest.views import context_of, respond_with_etag
from games.story.steps import StepsBody, steps_data
from rules import Game, Phase

KINDS = [kind.value for kind in ClaimKind]
STAGES = [stage.value for stage in Stage]
ORDERS = {"made_at": ("made_at", "claim_id"), "type": ("kind", "made_at", "claim_id")}
WITH_FILES: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, StrictMultiPartParser)
FINDING_THROTTLES = (*api_settings.DEFAULT_THROTTLE_CLASSES, ReplayThrottle)
ORDER_OF_GAME = {"made_at": ORDERS["made_at"]}


class Filters(ListFilters):
    state = ChoiceFilter(choices=[(stage, stage) for stage in STAGES], method="at_stage")
    type = ChoiceFilter(field_name="kind", choices=[(kind, kind) for kind in KINDS])

    def at_stage(self, rows: QuerySet[ClaimRow], _name: str, value: str) -> QuerySet[ClaimRow]:
        """Return the claims at a stage; a ruling becomes final by the lapse of time, without an event."""
        stage, lapsed = Stage(value), Q(stage=Stage.RULED, appeal_until__lt=timezone.now())
        if stage is Stage.RULED:
            return rows.filter(~lapsed, stage=stage)
        return rows.filter(Q(stage=stage) | lapsed if stage is Stage.FINAL else Q(stage=stage))


def row_body(row: ClaimRow) -> ClaimRowBody:
    return claim_row_body(row, timezone.now())


class ClaimMadeBody(ClaimChangedBody):
    finding: FindingBody


class ClaimList(ClaimView):
    """Claims on the games of the user, and on those of the user's role."""

    compares = False

    @lists("list_claims", "account.own", ClaimRowBody, make=row_body, filters=Filters, orders=ORDERS)
    def get(self, request: Request) -> QuerySet[ClaimRow]:
        """List the claims that you may read, in the order in which they were made.

        Claims on games that were withdrawn are not among them.
        """
        if not request.user.is_authenticated:
            raise NotAuthenticated
        self.check_request()
        rows = ClaimRow.objects.filter(policy().scope(request.user, "claim.read").condition())
        return rows.exclude(Exists(GameRow.objects.filter(game_id=OuterRef("game_id"), withdrawn=True)))


class GameClaims(ClaimView):
    """The claims about one game, which together have no version."""

    compares = False
    parser_classes = WITH_FILES

    @lists(
        "list_game_claims", "claim.read", ClaimRowBody, make=row_body, filters=Filters, orders=ORDER_OF_GAME
    )
    def get(self, request: Request, game_id: Any) -> QuerySet[ClaimRow]:
        """List the claims about a game, in the order in which they were made."""
        return ClaimRow.objects.filter(game_id=self.game(game_id).game_id)

    @operation_handler(MAKE_CLAIM, responses={201: ClaimMadeBody})
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        game, context = self.game(game_id), context_of(request)
        command = MAKE_CLAIM.command_for(MAKE_CLAIM.from_request(request), context, game_id=game_id)
        stored = commands.make_claim(command, side(request.user, game), context)
        claim, version = commands.load_after(stored, command.claim_id)
        self.streams = (str(command.claim_id),)
        return respond_with_claim(
            claim,
            version,
            status=201,
            receipt=last_code(stored),
            finding=finding_body(finding_of(claim)),
        )


class ClaimViewSet(ViewSet, ClaimView):
    operations: ClassVar = {"withdraw": WITHDRAW_CLAIM, "second": SECOND_RULING, "appeal": APPEAL}

    @reads("get_claim", "claim.read", ClaimBody)
    def retrieve(self, request: Request, claim_id: Any) -> HttpResponse:
        """Get a claim, with what was played out for it and the rulings."""
        self.game_of_claim(claim_id)
        return claim_response(claim_id)

    @reads("get_claim_finding", "claim.read", FindingBody)
    def finding(self, request: Request, claim_id: Any) -> FindingBody:
        """Get what the rules say of a claim, about the game now or as it was when it was ruled on."""
        return finding_body(finding_of(self.claim(claim_id)))

    @reads("get_claim_picture", "claim.read", {(200, "image/jpeg"): OpenApiTypes.BINARY})
    def picture(self, request: Request, claim_id: Any, purpose: str) -> HttpResponse:
        """Get the picture that came with a claim (`claim`) or its appeal (`appeal`)."""
        if purpose not in digests(self.claim(claim_id)):
            refuse("not_found")
        return jpeg(picture_of(str(claim_id), purpose) or refuse("picture_gone"))

    @reads("get_claim_record", "claim.read", {(200, SGF): OpenApiTypes.BINARY})
    def record(self, request: Request, claim_id: Any) -> HttpResponse:
        """Get the record that came with a claim, byte for byte; its SHA-256 is in the claim."""
        game = self.game_of_claim(claim_id)
        claim, self.version = load_claim(claim_id)
        data = original_file_of(game, claim.statement.record)
        return sgf_file(data or refuse("not_found"), f"claim-{claim_id}")


class RuledBody(ClaimChangedBody):
    """``effect``: what the decision changes; null unless ``dry_run`` is true."""

    effect: RulingEffect | None


class RulingViewSet(ViewSet, ClaimView):
    """Decisions on a result, whose effect a dry run shows."""

    operations: ClassVar = {"rule": RULE, "correct": CORRECT_RULING, "decide_appeal": DECIDE_APPEAL}
    answers: ClassVar[Any] = RuledBody

    def perform(self, operation: Operation[Any], *, claim_id: Any, **address: Any) -> HttpResponse:
        """Decide, and respond with the new state of the claim."""
        game, context = self.game_of_claim(claim_id), context_of(self.request)
        command = operation.command_for(operation.from_request(self.request), context)
        by, effect = side(self.request.user, game), None
        if self.dry_run:
            effect = commands.foresee_effect(str(claim_id), command, by, context)
        stored = commands.execute(str(claim_id), command, by, context)
        return claim_response(claim_id, status=self.status, receipt=last_code(stored), effect=effect)


class SequencesBody(TypedDict):
    results: list[SequenceRowBody]


class SequenceChangedBody(SequenceBody):
    receipt: str | None


class SequenceViewSet(ViewSet, ClaimView):
    """Operations on one sequence, which is the response."""

    answers = SequenceChangedBody
    operations: ClassVar = {"begin": BEGIN_SEQUENCE, "act": ACT_IN_SEQUENCE, "take_back": TAKE_BACK}

    @reads("list_claim_sequences", "claim.read", SequencesBody)
    def list(self, request: Request, claim_id: Any) -> SequencesBody:
        """List the sequences played out for a claim."""
        return {"results": sequence_rows(self.claim(claim_id))}

    @reads("get_sequence", "claim.read", SequenceBody, parameters=[TURN])
    def retrieve(self, request: Request, claim_id: Any, number: int) -> SequenceBody:
        """Get the actions of a sequence, and the position after any of them."""
        claim, turn = self.claim(claim_id), query_int(request, "turn")
        return sequence_body(claim, number, sequence_line(claim, number), turn)

    @reads("get_sequence_steps", "claim.read", StepsBody)
    def steps(self, request: Request, claim_id: Any, number: int) -> StepsBody:
        """Get every turn of a sequence in words, with the points that it changed."""
        return steps_data(sequence_line(self.claim(claim_id), number))

    @reads("get_sequence_board", "claim.read", {(200, "image/svg+xml"): OpenApiTypes.STR}, parameters=[TURN])
    def board(self, request: Request, claim_id: Any, number: int) -> HttpResponse:
        """Get the board after any action of a sequence as a picture (SVG)."""
        claim = self.claim(claim_id)
        positions = sequence_line(claim, number)
        turn = query_int(request, "turn")
        turn = len(positions) - 1 if turn is None else turn
        if turn >= len(positions):
            refuse("no_such_turn", turn=turn, turns=len(positions) - 1)
        svg = _svg(positions[turn], claim, number, turn)
        return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")

    def check(self, command: Any, game: GameRow) -> None:
        if isinstance(command, ActInSequence) and type(command.action) in RECORDING_RIGHTS:
            self.allow(game, RECORDING_RIGHTS[type(command.action)])

    def respond(self, claim_id: Any, stored: Sequence[StoredEvent]) -> HttpResponse:
        claim, version = load_claim(claim_id)
        number = stored[-1].event.number
        body = sequence_body(claim, number, sequence_line(claim, number), None)
        return respond_with_etag(
            {**body, "receipt": last_code(stored)},
            version=version,
            status=self.status,
            location=("claim-sequence", claim_id, number),
        )


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
