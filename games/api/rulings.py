"""Claims are ruled on, the ruling confirmed or appealed, and the appeal decided."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.claim_base import ClaimView, plays, side, told
from games.api.claim_bodies import (
    AppealDecisionIn,
    AppealIn,
    ClaimChangedOut,
    RulingIn,
    SecondIn,
    remedy_in,
)
from games.claims import commands
from games.claims.commands import Evidence
from games.rest.views import context_of, writes


class ClaimRuling(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.rule"}

    @extend_schema(operation_id="claim_rule", request=RulingIn, responses={201: ClaimChangedOut})
    @writes(match=True)
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """Decide on a claim, with reasons and what follows. Nobody rules on a game that he plays in."""
        game, given = self.claimed(claim_id), self.body(RulingIn)
        done = commands.rule(
            str(claim_id),
            given["decision"],
            given["reasons"],
            remedy_in(given),
            context_of(request),
            plays=plays(request, game),
        )
        return told(claim_id, done, status=201)


class ClaimSecond(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.second"}

    @extend_schema(operation_id="claim_second", request=SecondIn, responses={201: ClaimChangedOut})
    @writes(match=True)
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """Another official confirms a proposed ruling or, with reasons, does not: the claim is open again."""
        game, given = self.claimed(claim_id), self.body(SecondIn)
        done = commands.second(str(claim_id), context_of(request), **given, plays=plays(request, game))
        return told(claim_id, done, status=201)


class ClaimAppeal(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.appeal"}

    @extend_schema(operation_id="claim_appeal", request=AppealIn, responses={201: ClaimChangedOut})
    @writes
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """One of the two players appeals the ruling; its result counts until the committee has decided.

        There is one appeal, so it is not for a player to whom the ruling gives all that he could have.
        """
        game, given = self.claimed(claim_id), self.body(AppealIn)
        evidence = Evidence(text=given["text"])
        done = commands.appeal(str(claim_id), side(request, game), evidence, context_of(request))
        return told(claim_id, done, status=201)


class ClaimAppealDecision(ClaimView):
    access: ClassVar[dict[str, str]] = {"POST": "claim.decide_appeal"}

    @extend_schema(
        operation_id="claim_decide_appeal", request=AppealDecisionIn, responses={201: ClaimChangedOut}
    )
    @writes(match=True)
    def post(self, request: Request, claim_id: Any) -> HttpResponse:
        """The committee decides on the appeal; that is final."""
        game, given = self.claimed(claim_id), self.body(AppealDecisionIn)
        done = commands.decide_appeal(
            str(claim_id),
            given["decision"],
            given["reasons"],
            remedy_in(given),
            context_of(request),
            plays=plays(request, game),
        )
        return told(claim_id, done, status=201)
