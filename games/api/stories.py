"""REST of the story of one game."""

from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import GameView
from games.game.policy import policy
from games.rest.views import respond_with_etag
from games.story.reading import StoryBody, story_data, story_of


class GameStory(GameView):
    access: ClassVar[dict[str, str]] = {"GET": "game.read"}

    @extend_schema(operation_id="list_game_story", responses=StoryBody)
    def get(self, request: Request, game_id: Any) -> HttpResponse:
        """List everything that happened to a game and its result, in words, with receipts.

        Its players and officers also see claims, and the reasons that were typed.
        """
        row = self.game(game_id)
        everything = policy().may(request.user, "story.read", row)
        body: StoryBody = {"results": story_data(story_of(row, everything=everything))}
        return respond_with_etag(body)
