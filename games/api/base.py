"""The base of views of a game: its row, the policy, its version."""

from typing import Any

from django.http import HttpResponse
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from games.game.loading import game_row
from games.game.margins import SCORE
from games.game.policy import policy
from games.game.rows import GameRow
from games.marking import marked
from games.refusals import refuse
from games.rest.operated import OperationView
from games.rest.views import checks_rights, not_modified


class GameView(OperationView):
    """A view of one game."""

    def game(self, game_id: Any) -> GameRow:
        """Return the row if the user has the right for this method.

        Refuses a hidden game as ``not_found``; raises what asks for an account, or for another one.
        """
        row = game_row(str(game_id))
        self.allow(row, self.action)
        return row

    @checks_rights
    def allow(self, row: GameRow, action: str) -> None:
        """Check the right to do this to a game; refuses and raises as ``game`` does."""
        if policy().may(self.request.user, action, row):
            return
        if action == "game.read" or not policy().may(self.request.user, "game.read", row):
            refuse("not_found")
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        raise PermissionDenied


def with_etag(response: HttpResponse, version: int | str) -> HttpResponse:
    """Add the ETag to a response: the stream's version, if there is one."""
    response["ETag"] = f'"{version}"'
    return response


def client_has(request: Request, row: GameRow) -> bool:
    """Return whether the client has the current game (If-None-Match).

    A counted game under changed limits always counts as new, since its version does not change with them.
    """
    return not_modified(request, row.version) and not (row.limits and row.by == SCORE)


def not_modified_response(version: int | str) -> HttpResponse:
    """Return the response 304: the client has this version."""
    return with_etag(HttpResponse(status=304), version)


def points_in_query(request: Request, name: str) -> list[str]:
    """Return the vertices in a query parameter, separated by commas; the board checks them."""
    return [at.strip() for at in request.query_params.get(name, "").split(",") if at.strip()]


def number_in_query(request: Request, name: str) -> int | None:
    """Return an integer of the query string. Refuses anything else with 400."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        refuse("bad_request", field=name, fault=marked("a whole number from 0"))
    return int(text)
