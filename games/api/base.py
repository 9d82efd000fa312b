"""The base of views of a game or of a claim: its row, the policy, its version, responses."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.claims import commands
from games.claims.bodies import ClaimBody, claim_body
from games.claims.claim import Claim
from games.claims.host import side
from games.claims.queries import claim_row
from games.game.loading import game_row
from games.game.policy import policy
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.receipts.codes import last_code
from games.refusals import refuse
from games.rest.operated import OperationView
from games.rest.operations import Operation
from games.rest.views import checks_rights, context_of, respond_with_etag


class GameView(OperationView):
    """A view of one game. Its ETags name the tournament's version and the game's: ``"12.7"``."""

    compares = True
    matches_game = True

    def game(self, game_id: Any) -> GameRow:
        """Return the row if the user has the right for this method.

        Refuses a hidden game as ``not_found``; raises what asks for an account, or for another one.
        """
        row = game_row(str(game_id))
        self.streams = row.context, str(row.game_id)
        self.allow(row, self.right)
        if self.right == "game.read":
            self.version = versions_of(row)
        return row

    @checks_rights
    def allow(self, row: GameRow, action: str) -> None:
        """Check the right to do this to a game; refuses and raises as ``game`` does."""
        if policy().may(self.request.user, action, row):
            return
        if action == "game.read" or not policy().may(self.request.user, "game.read", row):
            refuse("not_found")
        self.permission_denied(self.request)


def versions_of(row: GameRow) -> tuple[int, int]:
    """Return the versions of the game's tournament and of the game."""
    return policy().context_version(row), row.version


def points_in_query(request: Request, name: str) -> list[str]:
    """Return the vertices in a query parameter, separated by commas; the board checks them."""
    return [at.strip() for at in request.query_params.get(name, "").split(",") if at.strip()]


class ClaimChangedBody(ClaimBody):
    """``receipt`` is the code of the last event of the command; null in a dry run."""

    receipt: str | None


class ClaimView(GameView):
    """A view of one claim, whose version is that of its own stream."""

    matches_game = False
    answers: ClassVar[Any] = ClaimChangedBody

    def game_of_claim(self, claim_id: Any) -> GameRow:
        """Return the game of a claim if the user has the right for this method.

        Refuses a claim that the user may not read as ``not_found``.
        """
        row = game_row(str(claim_row(str(claim_id)).game_id))
        self.streams = (str(claim_id),)
        if not policy().may(self.request.user, "claim.read", row):
            self.denied = True
            refuse("not_found")
        self.allow(row, self.right)
        return row

    def claim(self, claim_id: Any) -> Claim:
        """Return a claim that the user may read, whose version is that of the response."""
        self.game_of_claim(claim_id)
        claim, self.version = load_claim(claim_id)
        return claim

    def perform(self, operation: Operation[Any], *, claim_id: Any, **address: Any) -> HttpResponse:
        """Carry out an operation on the claim, and respond with its new state."""
        game, context = self.game_of_claim(claim_id), context_of(self.request)
        command = operation.command_for({**operation.from_request(self.request), **address}, context)
        self.check(command, game)
        stored = commands.execute(str(claim_id), command, side(self.request.user, game), context)
        return self.respond(claim_id, stored)

    def check(self, command: Any, game: GameRow) -> None:
        """Make further checks than that of the operation's right; refuses and raises as ``allow`` does."""

    def respond(self, claim_id: Any, stored: Sequence[StoredEvent]) -> HttpResponse:
        """Return the claim with the receipt of the stored events."""
        return claim_response(claim_id, status=self.status, receipt=last_code(stored))


def load_claim(claim_id: Any) -> tuple[Claim, int]:
    """Return the claim from the log and its version. Refuses with ``not_found``."""
    claim, version = commands.load(str(claim_id))
    if claim is None:
        refuse("not_found")
    return claim, version


def claim_response(claim_id: Any, *, status: int = 200, **more: Any) -> HttpResponse:
    """Return the response with the current claim, and ``more``."""
    return respond_with_claim(*load_claim(claim_id), status=status, **more)


def respond_with_claim(claim: Claim, version: int, *, status: int = 200, **more: Any) -> HttpResponse:
    """Return the response with a loaded claim, and ``more``."""
    claim_id = claim.claim_id
    body = {**claim_body(claim, version, timezone.now()), **more}
    return respond_with_etag(body, version=version, status=status, location=("claim", claim_id))
