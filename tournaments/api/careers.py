"""All that a player has played in the tournaments of one organisation, where they agree to it."""

from typing import ClassVar
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import respond_with_etag
from tournaments.api.base import OrganisationView
from tournaments.reading.careers import CareerBody, career_body, is_public
from tournaments.tables.people import Player


class Career(OrganisationView):
    access: ClassVar[dict[str, str]] = {"GET": "organisation.read"}

    @extend_schema(operation_id="get_career", responses=CareerBody)
    def get(self, request: Request, slug: str, player_id: UUID) -> Response:
        """Get the tournaments, ratings and opponents of a player who has made them public."""
        player = Player.objects.filter(organisation=self.organisation(slug), pk=player_id).first()
        if player is None or not is_public(player):
            raise Http404
        return respond_with_etag(career_body(player))
