"""REST of questions about a stored game: its outcome under other rules, and its alive stones."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.analysis.terms import change_ruleset, read_changes
from games.api.asking import at_place, check_length
from games.api.base import GameView, number_in_query, points_in_query
from games.api.reading import KNOWN, TURN
from games.game import queries
from games.game.loading import state_of
from games.marking import marked
from games.refusals import refuse
from games.rest.views import respond_with_etag
from rules import RULESETS

KOMI = OpenApiParameter("komi", float, description="For every ruleset; each has its own if not given.")
DEAD = OpenApiParameter("dead", str, description="Strings that both players agree are dead, such as A1,B2.")


class GameOutcomes(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(
        operation_id="get_game_outcomes",
        parameters=[KOMI, DEAD, KNOWN],
        responses={200: queries.OutcomesBody, 304: None},
    )
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get what a game comes to under every ruleset, and under its own terms.

        This is a supposition, not a verdict.
        """
        row = self.game(game_id)
        changes = _komi(request)
        state = state_of(str(row.game_id), row)
        check_length(queries.course_of(state))
        dead = points_in_query(request, "dead")
        outcomes = at_place("query:dead", lambda: queries.outcomes(state, changes=changes, dead=dead))
        return respond_with_etag(outcomes)


class GameHints(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(
        operation_id="get_game_hints", parameters=[TURN, KNOWN], responses={200: queries.HintsBody, 304: None}
    )
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get which stones are alive after a turn even if their owner always passes.

        This is a hint, never a verdict.
        """
        row = self.game(game_id)
        turn = number_in_query(request, "turn")
        return respond_with_etag(queries.hints(state_of(str(row.game_id), row), turn))


def _komi(request: Request) -> dict[str, object]:
    """Return the komi of the query, None without one. Refuses one that no ruleset permits with 422."""
    text = request.query_params.get("komi")
    if text is None:
        return {}
    try:
        changes = read_changes([f"komi={text}"])
        change_ruleset(RULESETS["tromp-taylor"], changes)
    except ValueError:
        changes = {}
    if list(changes) != ["komi"]:
        refuse("invalid", field="query:komi", fault=marked("a multiple of 1/2"))
    return changes
