"""The tournament's own log. Of what the public is not told, the digest alone is."""

from collections.abc import Collection
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.store import Recorded
from games.rest.views import answer
from tournaments.api.base import TournamentView, query_int
from tournaments.reading.queries import events_of
from tournaments.reading.visibility import PRIVATE, published

MOST = 200


class EventOut(serializers.Serializer[Any]):
    """``digest`` = sha256 of the digest before and the event's canonical JSON."""

    position = serializers.IntegerField()
    version = serializers.IntegerField()
    kind = serializers.CharField()
    data = serializers.JSONField(allow_null=True)  # type: ignore[assignment]  # the name of the member on the wire
    actor = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    digest = serializers.CharField()


class EventsOut(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True)
    results = EventOut(many=True)


class EventList(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="tournament_events",
        parameters=[OpenApiParameter("after", int, description="A version; events after it are returned")],
        responses=EventsOut,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The log of a tournament, from which everything else is made."""
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        events = events_of(row, after, MOST)
        shown = None if self.officer(row) else published(row)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        return answer(
            {"next": link, "results": [said(event, shown) for event in events]}, version=row.version
        )


def said(recorded: Recorded, shown: Collection[int] | None) -> dict[str, Any]:
    """One event; ``data`` None if it is private, or speaks of a round that is not in ``shown``.

    To whom ``shown`` is None everything is said.
    """
    withheld = shown is not None and (
        recorded.kind in PRIVATE or ("round" in recorded.data and recorded.data["round"] not in shown)
    )
    return {
        "position": recorded.position,
        "version": recorded.version,
        "kind": recorded.kind,
        "data": None if withheld else recorded.data,
        "actor": recorded.actor,
        "recorded_at": recorded.recorded_at.isoformat(),
        "digest": recorded.digest,
    }
