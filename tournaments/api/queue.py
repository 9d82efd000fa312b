"""The referee's queue: what is to be decided, before the next round is paired or later."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView
from tournaments.reading.officiating import QueueBody, queue_body


class Queue(TournamentView):
    @reads("list_referee_queue", "queue.read", QueueBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get the games that wait for a referee."""
        body, version = queue_body(self.tournament(slug))
        return respond_with_etag(body, version=version)
