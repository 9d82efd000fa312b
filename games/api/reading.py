"""REST of public reads of one game: its record, its story, and questions about it."""

from typing import Any, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.analysis.terms import change_ruleset, read_changes
from games.api.base import GameView, points_in_query
from games.api.bodies import SGF, GameBody, game_body, sgf_file
from games.api.rules import at_place, check_length
from games.game import queries
from games.game.loading import state_of
from games.game.policy import policy
from games.game.state import GameState
from games.log.digests import timestamp
from games.log.redaction import without_reasons
from games.log.store import StoredEvent
from games.marking import marked
from games.refusals import refuse
from games.rest.bodies import DateTimeText, EventData, UriText, body_from
from games.rest.media import Verbatim
from games.rest.operated import ViewSet, reads
from games.rest.parameters import query_int
from games.story.reading import StoryBody, story_data, story_of
from games.story.steps import StepsBody, steps_data
from rules import RULESETS

MOST = 200
TURN = OpenApiParameter("turn", int, description="After so many actions; after the last one if not given.")
AFTER = OpenApiParameter("after", int, description="A version; events after it are returned.")


class GameEventBody(TypedDict):
    """An event. ``digest`` = sha256 of the previous digest and the event's canonical JSON.

    ``withheld``: members of ``data`` that are emptied here: reasons are for officers and players.
    """

    position: int
    version: int
    kind: str
    data: EventData
    actor: str
    recorded_at: DateTimeText
    digest: str
    withheld: list[str]


class GameEventsBody(TypedDict):
    next: UriText | None
    results: list[GameEventBody]


def event_body(recorded: StoredEvent, *, reasons: bool) -> GameEventBody:
    data, withheld = (recorded.data, []) if reasons else without_reasons(recorded.data)
    at = timestamp(recorded.recorded_at)
    return body_from(GameEventBody, recorded, data=Verbatim(data), recorded_at=at, withheld=withheld)


KOMI = OpenApiParameter("komi", float, description="For every ruleset; each has its own if not given.")
DEAD = OpenApiParameter("dead", str, description="Strings that both players agree are dead, such as A1,B2.")


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


class GameViewSet(ViewSet, GameView):
    def state(self, game_id: Any) -> GameState:
        """Return the state of a game if the user has the right for this method."""
        row = self.game(game_id)
        return state_of(str(row.game_id), row)

    @reads("", "game.read", GameBody, exclude=True)
    def retrieve(self, request: Request, game_id: Any) -> GameBody:
        """Get a game without an owner; its owner answers at the same address for a game that has one."""
        return game_body(self.game(game_id))

    @reads("list_game_events", "game.read", GameEventsBody, parameters=[AFTER])
    def events(self, request: Request, game_id: Any) -> GameEventsBody:
        """List the events of a game, from which everything else about it is computed."""
        row = self.game(game_id)
        events = queries.events_of(str(row.game_id), query_int(request, "after") or 0, MOST)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        reasons = not any(without_reasons(event.data)[1] for event in events) or policy().may(
            request.user, "story.read", row
        )
        return {"next": link, "results": [event_body(event, reasons=reasons) for event in events]}

    @reads("get_game_position", "game.read", queries.PositionBody, parameters=[TURN])
    def position(self, request: Request, game_id: Any) -> Any:
        """Get the position after any turn, and the score of a counted game."""
        return queries.position(self.state(game_id), query_int(request, "turn"))

    @reads("get_game_steps", "game.read", StepsBody)
    def steps(self, request: Request, game_id: Any) -> StepsBody:
        """Get every turn in words, with the points that it changed, to step through the game."""
        return steps_data(self.state(game_id).games)

    @reads("get_game_board", "game.read", {(200, "image/svg+xml"): OpenApiTypes.STR}, parameters=[TURN])
    def board(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the board after any turn as a picture (SVG)."""
        svg = queries.board_svg(self.state(game_id), query_int(request, "turn"))
        return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")

    @reads("get_game_sgf", "game.read", {(200, SGF): OpenApiTypes.BINARY})
    def sgf(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the record of a game as SGF.

        Names change without the game, so there is no ETag.
        """
        row = self.game(game_id)
        sgf = queries.record_sgf(row, state_of(str(row.game_id), row))
        return sgf_file(sgf, str(row.game_id))

    @reads("get_original_record", "game.read", {(200, SGF): OpenApiTypes.BINARY})
    def original(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the record as it was uploaded, byte for byte; its SHA-256 is in the log.

        404 if there is none, if it was erased, or if it may name a hidden player.
        """
        row = self.game(game_id)
        received = state_of(str(row.game_id), row).record
        data = queries.original_file_of(row, received.sha256 if received else "")
        return sgf_file(data or refuse("not_found"), f"{row.game_id}-original")

    @reads("list_game_outcomes", "game.read", queries.OutcomesBody, parameters=[KOMI, DEAD])
    def outcomes(self, request: Request, game_id: Any) -> Any:
        """Get what a game comes to under every ruleset, and under its own terms.

        This is a supposition, not a verdict.
        """
        state, changes = self.state(game_id), _komi(request)
        check_length(queries.course_of(state))
        dead = points_in_query(request, "dead")
        return at_place("query:dead", lambda: queries.outcomes(state, changes=changes, dead=dead))

    @reads("get_game_hints", "game.read", queries.HintsBody, parameters=[TURN])
    def hints(self, request: Request, game_id: Any) -> Any:
        """Get which stones are alive after a turn even if their owner always passes.

        This is a hint, never a verdict.
        """
        return queries.hints(self.state(game_id), query_int(request, "turn"))

    @reads("list_game_story", "game.read", StoryBody)
    def story(self, request: Request, game_id: Any) -> StoryBody:
        """List everything that happened to a game and its result, in words, with receipts.

        Its players and officers also see claims, and the reasons that were typed.
        """
        row = self.game(game_id)
        everything = policy().may(request.user, "story.read", row)
        return {"results": story_data(story_of(row, everything=everything))}
