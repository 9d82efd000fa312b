"""Claims on games: made, read, withdrawn; and what the rules say of them."""

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpResponse, QueryDict
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games.api.bodies import ReasonIn
from games.api.claim_base import ClaimView, loaded, side, told
from games.api.claim_bodies import (
    CLAIMS_PAGE,
    KINDS,
    STAGES,
    ClaimChangedOut,
    ClaimDetailOut,
    ClaimFileIn,
    ClaimIn,
    ClaimMadeOut,
    ClaimRowOut,
    FindingOut,
    statement_in,
)
from games.api.rules import ReplayThrottle
from games.claims import commands
from games.claims.claim import Stage
from games.claims.commands import Evidence
from games.claims.queries import finding_data, finding_of
from games.claims.rows import ClaimRow
from games.game.policy import policy
from games.game.rows import GameRow
from games.rest.strict import validated
from games.rest.views import answer, context_of, writes

PAGE = (
    OpenApiParameter("cursor", str, description="From ``next`` or ``previous`` of another page."),
    OpenApiParameter("page_size", int, description="1 to 200; 50 if not given."),
)
FILTERS = (
    OpenApiParameter("stage", str, enum=STAGES),
    OpenApiParameter("kind", str, enum=KINDS),
)
GAME = OpenApiParameter("game", UUID)


class ClaimList(ClaimView):
    """Claims on the games that one plays, or has an office for."""

    access: ClassVar[dict[str, str]] = {"GET": "account.own", "POST": "claim.make"}
    parser_classes: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser)

    @extend_schema(operation_id="claims_list", parameters=[*PAGE, GAME, *FILTERS], responses=CLAIMS_PAGE)
    def get(self, request: Request) -> Response:
        """The claims that whoever asks may read, in the order in which they were made.

        Those on games that were withdrawn went with their games.
        """
        if not request.user.is_authenticated:
            raise NotAuthenticated
        scope = policy().scope(request.user, "claim.read")
        rows = ClaimRow.objects.filter(Q(context__in=scope.contexts) | Q(game_id__in=scope.games))
        rows = rows.exclude(Exists(GameRow.objects.filter(game_id=OuterRef("game_id"), withdrawn=True)))
        if "game" in request.query_params:
            rows = rows.filter(game_id=_uuid(request.query_params["game"]))
        return _paged(self, rows)

    @extend_schema(
        operation_id="claim_make",
        request={"application/json": ClaimIn, "multipart/form-data": ClaimFileIn},
        responses={201: ClaimMadeOut},
    )
    @writes
    def post(self, request: Request) -> HttpResponse:
        """Claim something of a game; the answer says what the rules say of it."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        given = _claim_in(request)
        game, context = self.game(given["game"]), context_of(request)
        claim_id = str(uuid5(context.command_id, "claim"))
        evidence = Evidence(**{name: given[name] for name in ("text", "photo", "sgf") if name in given})
        by = side(request, game)
        done = commands.make(claim_id, str(game.game_id), by, statement_in(given), evidence, context)
        found = {"finding": finding_data(finding_of(loaded(claim_id)[0]))}
        return told(claim_id, done, **found, status=201, location=f"/api/v1/claims/{claim_id}/")


def _claim_in(request: Request) -> dict[str, Any]:
    """The validated body. A form becomes a plain dict first: there a truth value left out would be false."""
    data = request.data
    if isinstance(data, QueryDict):
        known = [name for name in data if name in ClaimIn().fields]
        data = {name: data.getlist(name) if name == "points" else data[name] for name in known}
    return dict(validated(ClaimIn(data=data)))


def _uuid(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise ValidationError({"game": ["Not the id of a game."]}) from None


def _paged(view: ClaimView, rows: QuerySet[ClaimRow]) -> Response:
    """One page of those that the query string asks for."""
    kind: Any = api_settings.DEFAULT_PAGINATION_CLASS
    at, pages = timezone.now(), kind()
    pages.ordering = ("made_at", "claim_id")
    found = pages.paginate_queryset(_filtered(view.request, rows, at), view.request, view=view)
    response: Response = pages.get_paginated_response(ClaimRowOut(found, many=True, context={"at": at}).data)
    return response


def _filtered(request: Request, rows: QuerySet[ClaimRow], at: datetime) -> QuerySet[ClaimRow]:
    """By kind and stage. Raises ValidationError for one that there is not."""
    kind, stage = request.query_params.get("kind"), request.query_params.get("stage")
    for name, value, known in (("kind", kind, KINDS), ("stage", stage, STAGES)):
        if value is not None and value not in known:
            raise ValidationError({name: [f"One of {', '.join(known)}."]})
    rows = rows if kind is None else rows.filter(kind=kind)
    return rows if stage is None else rows.filter(_at_stage(Stage(stage), at))


def _at_stage(stage: Stage, at: datetime) -> Q:
    """A ruling becomes final by the lapse of time, without an event."""
    lapsed = Q(stage=Stage.RULED, appeal_until__lt=at)
    if stage is Stage.RULED:
        return Q(stage=Stage.RULED) & ~lapsed
    return Q(stage=stage) | lapsed if stage is Stage.FINAL else Q(stage=stage)


class GameClaims(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}

    @extend_schema(operation_id="game_claims", parameters=[*PAGE, *FILTERS], responses=CLAIMS_PAGE)
    def get(self, request: Request, game_id: Any) -> Response:
        """The claims on one game, in the order in which they were made."""
        return _paged(self, ClaimRow.objects.filter(game_id=self.game(game_id).game_id))


class ClaimDetail(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}

    @extend_schema(operation_id="claim", responses=ClaimDetailOut)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """The claim, what was played out for it, and what was ruled."""
        self.claimed(claim_id)
        return told(claim_id)


class ClaimFinding(ClaimView):
    access: ClassVar[dict[str, str]] = {"GET": "claim.read"}
    throttle_classes: tuple[Any, ...] = (*api_settings.DEFAULT_THROTTLE_CLASSES, ReplayThrottle)

    @extend_schema(operation_id="claim_finding", responses=FindingOut)
    def get(self, request: Request, claim_id: Any) -> HttpResponse:
        """What the rules say of the claim: of the game as it is, or as it was when the claim was ruled on."""
        self.claimed(claim_id)
        return answer(finding_data(finding_of(loaded(claim_id)[0])))


class ClaimWithdrawal(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.make"}

    @extend_schema(operation_id="claim_withdraw", request=ReasonIn, responses={200: ClaimChangedOut})
    @writes
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """Take a claim back that was not ruled on yet. It still counts as one of those that one may make."""
        game = self.claimed(claim_id)
        reason = self.body(ReasonIn)["reason"]
        done = commands.withdraw(str(claim_id), side(request, game), reason, context_of(request))
        return told(claim_id, done)
