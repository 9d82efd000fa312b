"""The story of one game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import GameView
from games.game.policy import policy
from games.rest.views import answer
from games.story.reading import StoryBody, story_data, story_of


class GameStory(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(operation_id="game_story", responses=StoryBody)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """Everything that happened to the game and its result, and what proves it.

        For its players and for officers with claims and with the reasons that were typed.
        """
        row = self.game(game_id)
        everything = policy().may(request.user, "story.read", row)
        body: StoryBody = {"results": story_data(story_of(row, everything=everything))}
        return answer(body)
