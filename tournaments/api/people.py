"""Players of an organisation: personal data, seen by its officers, and the careers that players publish."""

from typing import Any
from uuid import UUID

import django_filters
from django.db.models import Q
from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import patch_cache_control
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import refuse
from games.rest.fields import LineField, OptionalChoice, OptionalLine, OptionalMatch
from games.rest.operated import reads, writes
from games.rest.paging import LONGEST_SEARCH, ListFilters, lists
from games.rest.views import context_of, created
from tournaments.access.actors import actor_of, person_subject
from tournaments.access.table import may
from tournaments.api.base import OrganisationView, View
from tournaments.api.exports import AnyRenderer
from tournaments.api.resources import TableView, ViewSet
from tournaments.domain.entries import RATINGS
from tournaments.interchange.person_copy import person_copy
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import add_player, change_player
from tournaments.reading.careers import CareerBody, career_body, is_public
from tournaments.registration.operations import WrittenRankField
from tournaments.tables.people import Hiding, Player


class PlayerBody(serializers.Serializer[Any]):
    """``account``: the username of the account that may report this player's results, by an invitation.

    Sent as null, it parts the two. ``birth_year`` and ``woman`` serve prizes only; null: not known.
    ``given_first``: how they want to be written. ``hidden``: what the public reads in place of the name,
    null for the name itself. ``rank``: 30k to 9d, or a professional's grade, 1p to 9p, who is entered as
    7d (1p to 3p), 8d (4p to 6p) or 9d.
    """

    id = serializers.UUIDField(read_only=True)
    family_name = LineField(max_length=60)
    given_name = OptionalLine(max_length=60)
    given_first = serializers.BooleanField(required=False)
    native_name = OptionalLine(max_length=60)
    hidden = OptionalChoice([choice for choice in Hiding.values if choice])
    country = OptionalMatch(r"^[A-Z]{2}\Z")
    club = OptionalLine(max_length=12)
    rank = WrittenRankField()
    rating = serializers.IntegerField(
        min_value=RATINGS.start,
        max_value=RATINGS.stop - 1,
        help_text="EGF rating (GoR): 2100 is 1 dan, 100 points a rank.",
    )
    egf_pin = OptionalMatch(r"^[0-9]{1,16}\Z")
    ffg_licence = OptionalMatch(r"^[A-Za-z0-9]{1,16}\Z")
    aga_id = OptionalMatch(r"^[0-9]{1,16}\Z")
    birth_year = serializers.IntegerField(min_value=1900, max_value=2100, required=False, allow_null=True)
    woman = serializers.BooleanField(required=False, allow_null=True)
    account = serializers.CharField(
        source="user.username", max_length=150, required=False, allow_null=True, default=None
    )


ORDERS = {"name": ("family_name", "given_name", "id"), "rank": ("rank", "id"), "rating": ("rating", "id")}


class Filters(ListFilters):
    q = django_filters.CharFilter(
        method="by_words", max_length=LONGEST_SEARCH, help_text="Beginnings of family and given names"
    )
    name = django_filters.CharFilter(
        field_name="family_name", lookup_expr="istartswith", max_length=60, help_text="Start of a family name"
    )

    class Meta:
        model = Player
        fields = ("country", "club", "egf_pin")

    def by_words(self, rows: Any, _name: str, text: str) -> Any:
        words = text.split()
        begins = (Q(family_name__istartswith=word) | Q(given_name__istartswith=word) for word in words)
        return rows.filter(*begins)


def values_from(given: dict[str, Any]) -> dict[str, Any]:
    """Model fields from a validated body. Nobody is tied to an account but by their own yes."""
    values = dict(given)
    if "user" in values:
        if values["user"]["username"] is not None:
            refuse("by_invitation", field="account")
        values["user"] = None
    return values


class PlayerList(TableView, OrganisationView):
    columns = (
        "id",
        "family_name",
        "given_name",
        "country",
        "club",
        "rank",
        "rating",
        "egf_pin",
        "ffg_licence",
        "aga_id",
    )

    @lists("list_players", "people.read", PlayerBody, filters=Filters, orders=ORDERS)
    def get(self, request: Request, slug: str) -> Any:
        """List the players of an organisation."""
        return Player.objects.filter(organisation=self.organisation(slug)).select_related("user")

    @writes("add_player", "people.change", {201: PlayerBody}, request=PlayerBody)
    def post(self, request: Request, slug: str) -> Response:
        """Add a player to an organisation."""
        organisation = self.organisation(slug)
        player = add_player(organisation, values_from(self.body(PlayerBody)), context_of(request))
        return made_player(player)


def made_player(player: Player) -> Response:
    """A person who is known from now on, or better than before."""
    return created(PlayerBody(player).data, "api:person", player.organisation.slug, player.pk)


class PlayerViewSet(ViewSet, OrganisationView):
    lookup_url_kwarg = "player_id"

    @reads("get_player", "people.read", PlayerBody)
    def retrieve(self, request: Request, slug: str, player_id: UUID) -> Any:
        """Get a player of an organisation."""
        return PlayerBody(self.player(slug, player_id)).data

    @writes("change_player", "people.change", PlayerBody, request=PlayerBody(partial=True))
    def partial_update(self, request: Request, slug: str, player_id: UUID) -> Any:
        """Change a player of an organisation."""
        player = self.player(slug, player_id)
        given = self.body(PlayerBody, partial=True)
        changed = change_player(player, values_from(given), context_of(request))
        return PlayerBody(changed).data

    @writes("erase_player", "people.change")
    def destroy(self, request: Request, slug: str, player_id: UUID) -> None:
        """Erase a player; entries, games and results stay, without the name."""
        erase_player(self.player(slug, player_id))

    @reads("get_career", "organisation.read", CareerBody)
    @action(detail=True)
    def career(self, request: Request, slug: str, player_id: UUID) -> Any:
        """Get the tournaments, ratings and opponents of a player who has made them public."""
        player = self.player(slug, player_id)
        if not is_public(player):
            raise Http404
        return career_body(player)

    def player(self, slug: str, player_id: UUID) -> Player:
        players = Player.objects.select_related("user")
        return get_object_or_404(players, organisation=self.organisation(slug), pk=player_id)


class PersonCopy(View):
    kept = False
    renderer_classes = (AnyRenderer,)

    @reads("get_player_copy", "person.copy", {(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, slug: str, player_id: UUID) -> StreamingHttpResponse:
        """Get everything that is stored about a player, as a ZIP file."""
        player = get_object_or_404(Player, organisation__slug=slug, pk=player_id)
        subject = person_subject(player)
        self.allow(subject, seen=may(actor_of(request.user), "people.read", subject))
        return as_file(player)


def as_file(player: Player) -> StreamingHttpResponse:
    response = StreamingHttpResponse(
        person_copy(player, timezone.now()),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{player.pk}.zip"'},
    )
    patch_cache_control(response, private=True, no_store=True)
    return response
