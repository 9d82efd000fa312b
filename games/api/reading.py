"""REST of public reads of one game."""

from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from games.api.base import GameView, number_in_query
from games.api.bodies import SGF, SgfRenderer, SvgRenderer, game_body, sgf_file
from games.game import queries
from games.game.loading import state_of
from games.game.policy import policy
from games.log.digests import timestamp
from games.log.redaction import without_reasons
from games.log.store import StoredEvent
from games.refusals import refuse
from games.rest.bodies import DateTimeText, EventData, UriText
from games.rest.media import Verbatim
from games.rest.views import respond_with_etag
from games.story.steps import StepsBody, steps_data

MOST = 200
TURN = OpenApiParameter("turn", int, description="After so many actions; after the last one if not given.")
AFTER = OpenApiParameter("after", int, description="A version; events after it are returned.")
KNOWN = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of the last read: 304 if unchanged."
)


class GameDetail(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(exclude=True)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get a game without an owner; its owner answers at the same address for a game that has one."""
        row = self.game(game_id)
        return respond_with_etag(game_body(row))


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


class GameEvents(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(operation_id="list_game_events", parameters=[AFTER], responses=GameEventsBody)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """List the events of a game, from which everything else about it is computed."""
        row = self.game(game_id)
        events = queries.events_of(str(row.game_id), number_in_query(request, "after") or 0, MOST)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        reasons = not any(without_reasons(event.data)[1] for event in events) or policy().may(
            request.user, "story.read", row
        )
        return respond_with_etag(
            {"next": link, "results": [event_body(event, reasons=reasons) for event in events]}
        )


def event_body(recorded: StoredEvent, *, reasons: bool) -> GameEventBody:
    data, withheld = (recorded.data, []) if reasons else without_reasons(recorded.data)
    return {
        "position": recorded.position,
        "version": recorded.version,
        "kind": recorded.kind,
        "data": Verbatim(data),
        "actor": recorded.actor,
        "recorded_at": timestamp(recorded.recorded_at),
        "digest": recorded.digest,
        "withheld": withheld,
    }


class GamePosition(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(
        operation_id="get_game_position",
        parameters=[TURN, KNOWN],
        responses={200: queries.PositionBody, 304: None},
    )
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the position after any turn, and the score of a counted game."""
        row = self.game(game_id)
        turn = number_in_query(request, "turn")
        return respond_with_etag(queries.position(state_of(str(row.game_id), row), turn))


class GameSteps(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(operation_id="get_game_steps", parameters=[KNOWN], responses={200: StepsBody, 304: None})
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get every turn in words, with the points that it changed, to step through the game."""
        row = self.game(game_id)
        return respond_with_etag(steps_data(state_of(str(row.game_id), row).games))


class GameBoard(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="get_game_board",
        parameters=[TURN, KNOWN],
        responses={(200, "image/svg+xml"): OpenApiTypes.STR, 304: None},
    )
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the board after any turn as a picture (SVG)."""
        row = self.game(game_id)
        turn = number_in_query(request, "turn")
        svg = queries.board_svg(state_of(str(row.game_id), row), turn)
        return HttpResponse(svg, content_type="image/svg+xml; charset=utf-8")


class GameSgf(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}
    renderer_classes = (SgfRenderer,)

    @extend_schema(operation_id="get_game_sgf", responses={(200, SGF): OpenApiTypes.BINARY})
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the record of a game as SGF.

        Names change without the game, so there is no ETag.
        """
        row = self.game(game_id)
        sgf = queries.record_sgf(row, state_of(str(row.game_id), row))
        return sgf_file(sgf, str(row.game_id))


class GameOriginal(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}
    renderer_classes = (SgfRenderer,)

    @extend_schema(operation_id="get_original_record", responses={(200, SGF): OpenApiTypes.BINARY})
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Get the record as it was uploaded, byte for byte; its SHA-256 is in the log.

        404 if there is none, if it was erased, or if it may name a hidden player.
        """
        row = self.game(game_id)
        received = state_of(str(row.game_id), row).record
        data = queries.original_file_of(row, received.sha256 if received else "")
        return sgf_file(data or refuse("not_found"), f"{row.game_id}-original")
