"""All that concerns a person, as a file: for themselves, and for who keeps the register."""

from typing import ClassVar
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from tournaments.access.actors import actor_of, person_subject
from tournaments.access.table import may
from tournaments.api.base import View
from tournaments.api.exports import AnyRenderer
from tournaments.interchange.person_copy import person_copy
from tournaments.tables.people import Player


class PersonCopy(View):
    kept = False
    access: ClassVar[dict[str, str]] = {"GET": "person.copy"}
    renderer_classes = (AnyRenderer,)

    @extend_schema(operation_id="get_player_copy", responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, player_id: UUID) -> StreamingHttpResponse:
        """Get everything that is stored about a player, as a ZIP file."""
        player = Player.objects.filter(organisation__slug=slug, pk=player_id).first()
        if player is None:
            raise Http404
        subject = person_subject(player)
        self.allow(subject, seen=may(actor_of(request.user), "people.read", subject))
        return as_file(player)


def as_file(player: Player) -> StreamingHttpResponse:
    headers = {
        "Content-Disposition": f'attachment; filename="{player.pk}.zip"',
        "Cache-Control": "no-store",
    }
    pieces = person_copy(player, timezone.now())
    return StreamingHttpResponse(pieces, content_type="application/zip", headers=headers)
