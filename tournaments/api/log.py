"""The tournament's own log. Of what the public is not told, the digest alone is; nobody's reasons are."""

from collections.abc import Collection
from typing import ClassVar, TypedDict

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.reasons import without_reasons
from games.log.store import Recorded
from games.rest.bodies import DateTimeText, UriText
from games.rest.views import answer
from tournaments.api.base import TournamentView, query_int
from tournaments.reading.queries import events_of
from tournaments.reading.visibility import PRIVATE, games_in, held_games, nameless, published, tells_home

MOST = 200


class EventBody(TypedDict):
    """``digest`` = sha256 of the digest before and the event's canonical JSON.

    ``withheld``: members of ``data`` that are empty here and were not: a reason is for officers.
    """

    position: int
    version: int
    kind: str
    data: object
    actor: str
    recorded_at: DateTimeText
    digest: str
    withheld: list[str]


class EventsBody(TypedDict):
    next: UriText | None
    results: list[EventBody]


class EventList(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read"}

    @extend_schema(
        operation_id="tournament_events",
        parameters=[OpenApiParameter("after", int, description="A version; events after it are returned")],
        responses=EventsBody,
    )
    def get(self, request: Request, slug: str) -> Response:
        """The log of a tournament, from which everything else is made."""
        row = self.tournament(slug)
        after = query_int(request, "after", low=0, high=2**31) or 0
        events = events_of(row, after, MOST)
        shown = None if self.officer(row) else published(row)
        hidden = held_games(row, shown) if shown else frozenset()
        unnamed = nameless(row)
        more = bool(events) and events[-1].version < row.version
        link = request.build_absolute_uri(f"?after={events[-1].version}") if more else None
        body: EventsBody = {
            "next": link,
            "results": [event_body(event, shown, hidden, unnamed) for event in events],
        }
        return answer(body, version=row.version)


def event_body(
    recorded: Recorded,
    shown: Collection[int] | None,
    hidden: Collection[str] = frozenset(),
    unnamed: Collection[str] = frozenset(),
) -> EventBody:
    """One event; ``data`` None if it is private, or of a ``hidden`` game, or of a round not in ``shown``.

    Nor is it told of ``unnamed`` entries where they are from. To whom ``shown`` is None everything is said.
    """
    withheld = shown is not None and (
        recorded.kind in PRIVATE
        or ("round" in recorded.data and recorded.data["round"] not in shown)
        or not games_in(recorded.data).isdisjoint(hidden)
        or tells_home(recorded.data, unnamed)
    )
    data, left_out = (recorded.data, []) if shown is None else without_reasons(recorded.data)
    return {
        "position": recorded.position,
        "version": recorded.version,
        "kind": recorded.kind,
        "data": None if withheld else data,
        "actor": recorded.actor,
        "recorded_at": recorded.recorded_at.isoformat(),
        "digest": recorded.digest,
        "withheld": [] if withheld else left_out,
    }
