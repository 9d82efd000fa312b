"""REST of rulings on claims, their confirmation, appeals and decisions on appeals."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework.parsers import MultiPartParser
from rest_framework.settings import api_settings

from games.api.base import ClaimChangedBody, ClaimView, claim_response
from games.claims import commands
from games.claims.host import RulingEffect, side
from games.operations.claims import APPEAL, CORRECT_RULING, DECIDE_APPEAL, RULE, SECOND_RULING
from games.receipts.codes import last_code
from games.rest.operations import Operation
from games.rest.views import context_of


class RuledBody(ClaimChangedBody):
    """``effect``: what the decision changes; null unless ``dry_run`` is true."""

    effect: RulingEffect | None


class _DecisionView(ClaimView):
    """A view of decisions on a result, whose effect a dry run shows."""

    answers: ClassVar[Any] = RuledBody
    statuses: ClassVar = {"POST": 201}

    def perform(
        self, operation: Operation[Any], status: int, *, claim_id: Any, **address: Any
    ) -> HttpResponse:
        """Decide, and respond with the new state of the claim."""
        game, context = self.game_of_claim(claim_id), context_of(self.request)
        command = operation.command_for(operation.from_request(self.request), context)
        by, effect = side(self.request.user, game), None
        if self.dry_run:
            effect = commands.foresee_effect(str(claim_id), command, by, context)
        stored = commands.execute(str(claim_id), command, by, context)
        return claim_response(claim_id, status=status, receipt=last_code(stored), effect=effect)


class ClaimRuling(_DecisionView):
    operations: ClassVar = {"POST": RULE, "PUT": CORRECT_RULING}


class ClaimSecond(ClaimView):
    operations: ClassVar = {"POST": SECOND_RULING}
    statuses: ClassVar = {"POST": 201}


class ClaimAppeal(ClaimView):
    parser_classes: tuple[Any, ...] = (*api_settings.DEFAULT_PARSER_CLASSES, MultiPartParser)
    operations: ClassVar = {"POST": APPEAL}
    statuses: ClassVar = {"POST": 201}


class ClaimAppealDecision(_DecisionView):
    operations: ClassVar = {"POST": DECIDE_APPEAL}
