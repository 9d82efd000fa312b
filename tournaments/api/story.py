"""The story of a tournament, and taking an edit back."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.fields import LONGEST_REASON
from games.rest.views import answer, context_of, writes
from tournaments.api.base import TournamentView, query_int
from tournaments.commands import take_back
from tournaments.reading.queries import entry_names
from tournaments.story.reading import MOST, story_of
from tournaments.tables.rows import TournamentRow


class EventLineOut(serializers.Serializer[Any]):
    """``can_be_taken_back``: what the command did still stands; ``actor``: an account by its number."""

    version = serializers.IntegerField()
    position = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    text = serializers.CharField()
    digest = serializers.CharField()
    receipt = serializers.CharField()
    can_be_taken_back = serializers.BooleanField()


class TournamentStoryOut(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    results = EventLineOut(many=True)


class UndoIn(serializers.Serializer[Any]):
    """``version``: of any event that the command stored. A reason is needed once a round is paired."""

    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    reason = serializers.CharField(max_length=LONGEST_REASON, required=False, allow_blank=True)


class UndoOut(serializers.Serializer[Any]):
    """``positions``: of the events that set things back."""

    version = serializers.IntegerField()
    positions = serializers.ListField(child=serializers.IntegerField())


class TournamentStory(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.story"}

    @extend_schema(
        operation_id="tournament_story",
        parameters=[OpenApiParameter("after", int, description="A version; events after it are told")],
        responses=TournamentStoryOut,
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everything that happened to the tournament, in plain words, oldest first."""
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        names = {entry: str(name) for entry, name in entry_names(row).items()}
        lines = story_of(str(row.id), names, after=after)
        more = len(lines) == MOST and lines[-1]["version"] < row.version
        link = request.build_absolute_uri(f"?after={lines[-1]['version']}") if more else None
        return answer({"next": link, "results": lines}, version=row.version)


class TournamentUndo(TournamentView):
    access: ClassVar[dict[str, str]] = {"POST": "tournament.change"}

    @extend_schema(operation_id="tournament_undo", request=UndoIn, responses=UndoOut)
    @writes(match=True)
    def post(self, request: Request, slug: str) -> Response:
        """Set back everything that one command did, by new events, unless something was built on it."""
        row = self.tournament(slug)
        given = self.body(UndoIn)
        stored = take_back(str(row.id), given["version"], given.get("reason", ""), context_of(request))
        version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
        return answer({"version": version, "positions": [one.position for one in stored]}, version=version)
