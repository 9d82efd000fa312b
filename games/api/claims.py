"""REST of claims on games: making, reading and withdrawing them, and their findings."""

from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games.adjudication.kinds import ClaimKind
from games.api.base import ClaimChangedBody, ClaimView, claim_response, load_claim, respond_with_claim
from games.api.bodies import SGF, JpegRenderer, SgfRenderer, sgf_file
from games.api.rules import ReplayThrottle
from games.claims import commands
from games.claims.bodies import ClaimBody, ClaimRowBody, FindingBody, claim_row_body, finding_body
from games.claims.claim import Stage
from games.claims.host import side
from games.claims.pictures import digests, picture_of
from games.claims.queries import finding_of
from games.claims.rows import ClaimRow
from games.game.policy import policy
from games.game.queries import original_file_of
from games.game.rows import GameRow
from games.operations.claims import MAKE_CLAIM, WITHDRAW_CLAIM
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.bodies import page_of
from games.rest.operated import operation_handler
from games.rest.orderings import ordering_parameter, requested_order
from games.rest.pictures import jpeg
from games.rest.views import context_of, respond_with_etag

KINDS = [kind.value for kind in ClaimKind]
STAGES = [stage.value for stage in Stage]
PAGE = (
    OpenApiParameter("cursor", str, description="From ``next`` or ``previous`` of another page."),
    OpenApiParameter("page_size", int, description="1 to 200; 50 if not given."),
)
FILTERS = (
    OpenApiParameter("state", str, enum=STAGES),
    OpenApiParameter("type", str, enum=KINDS),
)
CLAIMS_PAGE = page_of(ClaimRowBody)


class ClaimMadeBody(ClaimChangedBody):
    finding: FindingBody


ORDERS = {"made_at": ("made_at", "claim_id"), "type": ("kind", "made_at", "claim_id")}
ORDER = ordering_parameter(ORDERS)


class ClaimList(ClaimView):
    """Claims on the games of the user, and on those of the user's role."""

    access: ClassVar[dict[str, str]] = {"GET": "account.own"}

    @extend_schema(operation_id="list_claims", parameters=[*PAGE, *FILTERS, ORDER], responses=CLAIMS_PAGE)
    def get(self, request: Request) -> Response:
        """List the claims that you may read, in the order in which they were made.

        Claims on games that were withdrawn are not among them.
        """
        if not request.user.is_authenticated:
            raise NotAuthenticated
        rows = ClaimRow.objects.filter(policy().scope(request.user, "claim.read").condition())
        rows = rows.exclude(Exists(GameRow.objects.filter(game_id=OuterRef("game_id"), withdrawn=True)))
        return _page_of(self, rows, requested_order(ORDERS, request))


def _page_of(
    view: ClaimView, rows: QuerySet[ClaimRow], ordering: tuple[str, ...] = ORDERS["made_at"]
) -> Response:
    """Return one page of the requested claims."""
    kind: Any = api_settings.DEFAULT_PAGINATION_CLASS
    at, pages = timezone.now(), kind()
    pages.ordering = ordering
    found = pages.paginate_queryset(_filter(view.request, rows, at), view.request, view=view)
    response: Response = pages.get_paginated_response([claim_row_body(row, at) for row in found])
    return response


def _filter(request: Request, rows: QuerySet[ClaimRow], at: datetime) -> QuerySet[ClaimRow]:
    """Filter by type and state. Raises ValidationError for an unknown one."""
    kind, stage = request.query_params.get("type"), request.query_params.get("state")
    for name, value, known in (("type", kind, KINDS), ("state", stage, STAGES)):
        if value is not None and value not in known:
            raise ValidationError({f"query:{name}": [f"One of {', '.join(known)}."]})
    rows = rows if kind is None else rows.filter(kind=kind)
    return rows if stage is None else rows.filter(_stage_condition(Stage(stage), at))


def _stage_condition(stage: Stage, at: datetime) -> Q:
    """Return the condition for a stage; a ruling becomes final by the lapse of time, without an event."""
    lapsed = Q(stage=Stage.RULED, appeal_until__lt=at)
    if stage is Stage.RULED:
        return Q(stage=Stage.RULED) & ~lapsed
    return Q(stage=stage) | lapsed if stage is Stage.FINAL else Q(stage=stage)


class GameClaims(ClaimView):
    """The claims about one game."""

    access: ClassVar[dict[str, str]] = {"GET": "claim.read", "POST": MAKE_CLAIM.right}
    parser_classes: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser)

    @extend_schema(operation_id="list_game_claims", parameters=[*PAGE, *FILTERS], responses=CLAIMS_PAGE)
    def get(self, request: Request, game_id: Any) -> Response:
        """List the claims about a game, in the order in which they were made."""
        return _page_of(self, ClaimRow.objects.filter(game_id=self.game(game_id).game_id))

    @operation_handler(MAKE_CLAIM, responses={201: ClaimMadeBody})
    def post(self, request: Request, game_id: Any) -> HttpResponse:
        game, context = self.game(game_id), context_of(request)
        command = MAKE_CLAIM.command_for(MAKE_CLAIM.from_request(request), context, game_id=game_id)
        stored = commands.make_claim(command, side(request.user, game), context)
        claim, version = commands.load_after(stored, command.claim_id)
        return respond_with_claim(
            claim,
            version,
            status=201,
            receipt=last_code(stored),
            finding=finding_body(finding_of(claim)),
        )


class ClaimDetail(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}

    @extend_schema(operation_id="get_claim", responses=ClaimBody)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """Get a claim, with what was played out for it and the rulings."""
        self.game_of_claim(claim_id)
        return claim_response(claim_id)


class ClaimFinding(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}
    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, ReplayThrottle)

    @extend_schema(operation_id="get_claim_finding", responses=FindingBody)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """Get what the rules say of a claim, about the game now or as it was when it was ruled on."""
        self.game_of_claim(claim_id)
        return respond_with_etag(finding_body(finding_of(load_claim(claim_id)[0])))


class ClaimPicture(ClaimView):
    kept = False
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}
    renderer_classes = (JpegRenderer,)

    @extend_schema(operation_id="get_claim_picture", responses={(200, "image/jpeg"): OpenApiTypes.BINARY})
    def get(self, request: Request, claim_id: Any, purpose: str) -> HttpResponse:
        """Get the picture that came with a claim (`claim`) or its appeal (`appeal`)."""
        self.game_of_claim(claim_id)
        if purpose not in digests(load_claim(claim_id)[0]):
            refuse("not_found")
        return jpeg(picture_of(str(claim_id), purpose) or refuse("picture_gone"))


class ClaimRecord(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}
    renderer_classes = (SgfRenderer,)

    @extend_schema(operation_id="get_claim_record", responses={(200, SGF): OpenApiTypes.BINARY})
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """Get the record that came with a claim, byte for byte; its SHA-256 is in the claim."""
        game = self.game_of_claim(claim_id)
        data = original_file_of(game, load_claim(claim_id)[0].statement.record)
        return sgf_file(data or refuse("not_found"), f"claim-{claim_id}")


class ClaimWithdrawal(ClaimView):
    operations: ClassVar = {"POST": WITHDRAW_CLAIM}
