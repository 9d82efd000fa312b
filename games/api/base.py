"""What the addresses of a game have in common: its row, the policy, its version."""

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
from games.rest.operated import Operated
from games.rest.views import asks_rights, not_modified


class GameView(Operated):
    """A view of one game."""

    def game(self, game_id: Any) -> GameRow:
        """The row, if whoever asks may do what this method does.

        Refuses a hidden game as ``not_found``; raises what asks for an account, or for another one.
        """
        row = game_row(str(game_id))
        self.allow(row, self.action)
        return row

    @asks_rights
    def allow(self, row: GameRow, action: str) -> None:
        """Let the request pass that does this to a game; refuse and raise as ``game`` does."""
        if policy().may(self.request.user, action, row):
            return
        if action == "game.read" or not policy().may(self.request.user, "game.read", row):
            refuse("not_found")
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        raise PermissionDenied


def tagged(response: HttpResponse, version: int | str) -> HttpResponse:
    """The response with its ETag: the stream's version, where it has one."""
    response["ETag"] = f'"{version}"'
    return response


def client_has(request: Request, row: GameRow) -> bool:
    """Whether the client has the game as it is now (If-None-Match).

    A counted game follows other limits without a new version, so nobody can know of one that has them.
    """
    return not_modified(request, row.version) and not (row.limits and row.by == SCORE)


def unchanged(version: int | str) -> HttpResponse:
    """304: the client has this version."""
    return tagged(HttpResponse(status=304), version)


def points_in_query(request: Request, name: str) -> list[str]:
    """Vertices of the query string, apart by commas; whether they are any is for the board to say."""
    return [at.strip() for at in request.query_params.get(name, "").split(",") if at.strip()]


def number_in_query(request: Request, name: str) -> int | None:
    """A whole number of the query string. Refuses anything else with 400."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        refuse("bad_request", field=name, fault=marked("a whole number from 0"))
    return int(text)
