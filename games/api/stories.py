"""The story of one game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from games.api.base import GameView
from games.rest.views import answer
from games.story.reading import story_data, story_of


class LineOut(serializers.Serializer[Any]):
    """What happened, in words. Of several events in one line these are the facts of the last one.

    ``actor``: an account by its number; where several entered moves in turn, all of them.
    """

    position = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    text = serializers.CharField()
    digest = serializers.CharField()
    receipt = serializers.CharField()


class StoryOut(serializers.Serializer[Any]):
    results = LineOut(many=True)


class GameStory(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "story.read"}

    @extend_schema(operation_id="game_story", responses=StoryOut)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Everything that happened to the game, its result and its claims, and what proves it."""
        return answer({"results": story_data(story_of(self.game(game_id)))})
