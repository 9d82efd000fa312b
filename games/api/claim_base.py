"""What the addresses of a claim have in common: its row, its game, what is answered."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GameView
from games.claims import commands
from games.claims.around import around
from games.claims.claim import Claim
from games.claims.deciding import DESK
from games.claims.queries import claim_data, claim_row
from games.game.loading import game_row
from games.game.policy import policy
from games.game.rows import GameRow
from games.log.store import Recorded
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.strict import validated
from games.rest.views import answer


class ClaimView(GameView):
    """A view of one claim."""

    def claimed(self, claim_id: Any) -> GameRow:
        """The game of a claim, if whoever asks may do what this method does.

        Refuses a claim that he may not read as ``not_found``.
        """
        row = game_row(str(claim_row(str(claim_id)).game_id))
        if not policy().may(self.request.user, "claim.read", row):
            refuse("not_found")
        self.allow(row, self.action)
        return row

    def body(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The validated body. Raises ValidationError, with a place for every fault."""
        return dict(validated(serializer(data=self.request.data)))


def side(request: Request, game: GameRow) -> str:
    """Which side whoever asks plays: "b", "w", or "desk" for everybody else."""
    return around().side(request.user, game) or DESK


def plays(request: Request, game: GameRow) -> bool:
    return side(request, game) != DESK


def loaded(claim_id: Any) -> tuple[Claim, int]:
    """The claim as the log tells it now, and its version. Refuses with ``not_found``."""
    claim, version = commands.load(str(claim_id))
    if claim is None:
        refuse("not_found")
    return claim, version


def told(
    claim_id: Any,
    done: Sequence[Recorded] | None = None,
    *,
    status: int = 200,
    location: str = "",
    **more: Any,
) -> HttpResponse:
    """The claim as it is now; after a command with the receipt of its last event."""
    claim, version = loaded(claim_id)
    body = claim_data(claim, version, timezone.now(), words=True)
    receipt = {} if done is None else {"receipt": last_code(done)}
    return answer(body | receipt | more, version=version, status=status, location=location)
