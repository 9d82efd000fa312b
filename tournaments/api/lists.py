"""Lists of rated players that federations publish: read in by a director, looked up by officials."""

from collections.abc import Sequence
from datetime import date, datetime
from io import BytesIO
from typing import Annotated, Any, TypedDict
from uuid import UUID

import django_filters
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import Fault
from games.rest.bodies import OptionalText, PlayerRankText, body_from
from games.rest.fields import UuidField
from games.rest.media import file_parser
from games.rest.operated import reads, writes
from games.rest.paging import ListFilters, lists
from games.rest.parameters import query_bool
from games.rest.views import context_of, created
from tournaments.api.base import OrganisationView
from tournaments.api.importing import file_in, files_of
from tournaments.api.jobs import JobBody, job_body
from tournaments.api.people import PlayerBody, made_player
from tournaments.api.resources import ViewSet
from tournaments.fetching import latest_fetch, start_fetching
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.adopting import AddListedPlayer, add_listed_player
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.persons.lists.storing import ORDER, StoredList, error_of, read_list, search, store_list
from tournaments.registration.operations import WrittenRankField

KIND = OpenApiParameter("kind", str, OpenApiParameter.PATH, enum=[*ListKind], description="Federation")
SKIP = OpenApiParameter("skip_faulty", bool, description="Leave rows out that cannot be read, and name them")

ListText = Annotated[str, ("enum", [*ListKind])]


OF_LISTS: tuple[Any, ...] = tuple(
    map(file_parser, ("text/plain", "text/html", "application/zip", "application/gzip"))
)
"""Lists as published: the EGD's is a page."""


class PlayerListBody(TypedDict):
    """``version`` counts how often another list was read in; ``published``: the day that the list names."""

    list: ListText
    version: int
    published: date | None
    read_at: datetime
    count: int
    digest: OptionalText


class StoredListBody(PlayerListBody):
    """``new`` and ``gone`` against the version before; ``left_out``: rows that could not be read."""

    new: int
    gone: int
    left_out: Sequence[Fault]


class ListedPlayerBody(TypedDict):
    """``number``: PIN, licence or AGA number. ``rating`` on the EGF's scale; null where none is known."""

    id: UUID
    list: ListText
    number: str
    family_name: str
    given_name: OptionalText
    country: OptionalText
    club: OptionalText
    rank: Annotated[PlayerRankText, ("nullable", True)]
    rating: int | None
    status: OptionalText
    last_event: OptionalText


def list_body(listing: PlayerList) -> PlayerListBody:
    return body_from(PlayerListBody, listing, list=listing.kind)


def stored_body(stored: StoredList) -> StoredListBody:
    left_out = [error_of(fault) for fault in stored.faults]
    return {**list_body(stored.listing), "new": stored.new, "gone": stored.gone, "left_out": left_out}


def listed_body(listed: ListedPlayer) -> ListedPlayerBody:
    return body_from(ListedPlayerBody, listed, list=listed.listing.kind, rank=listed.written_rank)


class AdoptIn(serializers.Serializer[Any]):
    """``player``: the known player who this is; ``new``: nobody known. ``rank``: instead of the list's."""

    player = UuidField(required=False, allow_null=True, default=None)
    new = serializers.BooleanField(required=False, default=False)
    rank = WrittenRankField(required=False, allow_null=True)


class PlayerListViewSet(ViewSet, OrganisationView):
    """``stage`` of a fetch: downloading, storing, then stored or unchanged; a failed one changes nothing."""

    lookup_url_kwarg = "kind"
    lookup_value_converter = "slug"
    parser_classes = OF_LISTS

    @lists("list_player_lists", "people.read", PlayerListBody, make=list_body, orders={"kind": ("kind",)})
    def list(self, request: Request, slug: str) -> Any:
        """List the federations' lists that an organisation has, with their dates."""
        return PlayerList.objects.filter(organisation=self.organisation(slug))

    @writes(
        "read_player_list",
        "people.change",
        StoredListBody,
        request=files_of(OF_LISTS),
        parameters=[KIND, SKIP],
    )
    def update(self, request: Request, slug: str, kind: str) -> StoredListBody:
        """Read in a federation's list, as published or zipped (a large one must be)."""
        organisation, listed = self.organisation(slug), _kind(kind)
        skip = query_bool(request, "skip_faulty")
        read = read_list(listed, BytesIO(file_in(request)), skip_faulty=skip)
        stored = store_list(organisation, read, context_of(request).at)
        return stored_body(stored)

    @writes("delete_player_list", "people.change", parameters=[KIND])
    def destroy(self, request: Request, slug: str, kind: str) -> None:
        """Delete a list; players who were taken from it stay."""
        PlayerList.objects.filter(organisation=self.organisation(slug), kind=_kind(kind)).delete()

    @reads("get_player_list_fetch", "people.read", JobBody, parameters=[KIND])
    @action(detail=True)
    def fetch(self, request: Request, slug: str, kind: str) -> Any:
        """Get the progress of the latest fetch of a federation's list."""
        job = latest_fetch(self.organisation(slug), _kind(kind))
        if job is None:
            raise Http404
        return job_body(job)

    @writes("fetch_player_list", "people.change", {202: JobBody}, parameters=[KIND])
    @fetch.mapping.post
    def start_fetch(self, request: Request, slug: str, kind: str) -> Response:
        """Fetch a federation's list from the address at which it is published, if it has changed."""
        job = start_fetching(self.organisation(slug), _kind(kind), context_of(request))
        return created(job_body(job), "api:player-list-fetch", slug, kind, status=202)


class Filters(ListFilters):
    q = django_filters.CharFilter(
        max_length=120, method="as_it_is", help_text="Beginnings of names, or a number"
    )
    list = django_filters.ChoiceFilter(choices=[(kind, kind) for kind in ListKind], method="as_it_is")
    country = django_filters.CharFilter(max_length=2, method="as_it_is")

    def as_it_is(self, rows: Any, name: str, value: str) -> Any:
        """``search`` has looked at it."""
        return rows


class ListedPlayerViewSet(ViewSet, OrganisationView):
    lookup_url_kwarg = "listed_id"

    @lists(
        "list_listed_players",
        "people.read",
        ListedPlayerBody,
        make=listed_body,
        filters=Filters,
        orders={"name": ORDER},
    )
    def list(self, request: Request, slug: str) -> Any:
        """Search the lists of federations by names (Mueller finds Müller and Muller) or by number."""
        organisation, asked = self.organisation(slug), request.query_params
        kind = asked.get("list", "")
        chosen = ListKind(kind) if kind in [*ListKind] else None
        return search(organisation, asked.get("q", "")[:120], chosen, asked.get("country", ""))

    @writes("adopt_listed_player", "people.change", {201: PlayerBody}, request=AdoptIn)
    @action(detail=True, methods=["post"], url_path="player", url_name="adopt")
    def adopt(self, request: Request, slug: str, listed_id: UUID) -> Response:
        """Add a listed player to the organisation, or update a known one from the list."""
        organisation = self.organisation(slug)
        rows = ListedPlayer.objects.filter(listing__organisation=organisation).select_related("listing")
        command = AddListedPlayer(listed=get_object_or_404(rows, pk=listed_id), **self.body(AdoptIn))
        return made_player(add_listed_player(organisation, command, context_of(request)))


def _kind(kind: str) -> ListKind:
    if kind not in [*ListKind]:
        raise Http404
    return ListKind(kind)
