"""The version of all that is shown of a tournament."""

from typing import TypedDict

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operated import reads
from tournaments.api.base import TournamentView
from tournaments.reading.versions import version_of


class LiveBody(TypedDict):
    """``version``: another whenever anything changes that an address below the tournament shows."""

    version: str


class Live(TournamentView):
    @reads("get_live_version", "tournament.read", LiveBody)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get the version of all that is shown of a tournament, or 304 while it is the same.

        Programs that need to know of each change register a webhook instead of asking often.
        """
        body: LiveBody = {"version": version_of(self.tournament(slug))}
        return Response(body, headers={"Cache-Control": "private, no-cache"})
