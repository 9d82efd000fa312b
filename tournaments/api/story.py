"""The story of a tournament, and taking an edit back."""

from typing import Any, ClassVar, TypedDict

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.rest.bodies import UriText
from games.rest.operated import reads
from games.rest.operations import Operation
from games.rest.views import respond_with_etag
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView, query_int, version_after
from tournaments.commands import TakeBackVersion, take_back
from tournaments.reading.log_view import log_view_for
from tournaments.reading.queries import name_texts, names_for_log
from tournaments.story.reading import MOST, EventLineBody, story_of
from tournaments.tables.rows import TournamentRow


class TournamentStoryBody(TypedDict):
    next: UriText | None
    results: list[EventLineBody]


class UndoBody(TypedDict):
    """``positions``: of the events that set things back."""

    version: int
    positions: list[int]


class TournamentStory(TournamentView):
    @reads(
        "list_tournament_story",
        "tournament.read",
        TournamentStoryBody,
        parameters=[OpenApiParameter("after", int, description="A version; events after it are told")],
    )
    def get(self, request: Request, slug: str) -> Response:
        """List everything that happened to a tournament in words, the oldest first.

        The public sees what is published, without the reasons that were typed.
        """
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        officer = may(actor_of(request.user), "tournament.story", tournament_subject(row))
        names = names_for_log(row)
        reader = log_view_for(row, officer=officer, names=names)
        lines = story_of(str(row.id), name_texts(names), after=after, reader=reader, undo=officer)
        link = request.build_absolute_uri(f"?after={after + MOST}") if after + MOST < row.version else None
        body: TournamentStoryBody = {"next": link, "results": lines}
        return respond_with_etag(body, version=row.version)


class TournamentUndo(TournamentView):
    operations: ClassVar = {"POST": Operation(TakeBackVersion, "undo_command", match=True)}
    answers: ClassVar[Any] = UndoBody

    def execute(self, row: TournamentRow, command: TakeBackVersion, context: Context) -> list[StoredEvent]:
        return take_back(str(row.id), command.version, command.reason, context)

    def respond(
        self, row: TournamentRow, stored: list[StoredEvent], status: int, **_address: Any
    ) -> HttpResponse:
        version = version_after(row)
        body: UndoBody = {"version": version, "positions": [one.position for one in stored]}
        return respond_with_etag(body, version=version, status=status)
