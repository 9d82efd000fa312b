"""The story of one game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import GameView
from games.rest.views import answer
from games.story.reading import StoryBody, story_data, story_of


class GameStory(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "story.read"}

    @extend_schema(operation_id="game_story", responses=StoryBody)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Everything that happened to the game, its result and its claims, and what proves it."""
        body: StoryBody = {"results": story_data(story_of(self.game(game_id)))}
        return answer(body)
