"""Entries of a tournament: who plays, check-in, absence."""

from typing import Any, ClassVar
from uuid import UUID, uuid5

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.refusals import refuse
from games.rest.views import answer, context_of, writes
from tournaments.api.base import TournamentView
from tournaments.api.paging import ListFilters, filtered, page, paged, told
from tournaments.competition.facts import EntryFacts
from tournaments.deciding.entries import (
    ChangeEntry,
    CheckIn,
    EnterPlayer,
    ReinstateEntry,
    SetPresence,
    WithdrawEntry,
)
from tournaments.operations.fields import NameField, RankField
from tournaments.people.sides import side_facts
from tournaments.reading.queries import Name, entry_names
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow


class EntryOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    key = serializers.SerializerMethodField()
    rank = RankField()
    rating = serializers.IntegerField()
    country = serializers.CharField()
    club = serializers.CharField()
    correction = serializers.IntegerField()
    absent = serializers.ListField(child=serializers.IntegerField())
    final = serializers.BooleanField()
    withdrawn = serializers.BooleanField()
    checked_in = serializers.BooleanField()
    group = serializers.CharField(allow_blank=True)

    def _name(self, entry: EntryRow) -> Name:
        name: Name = self.context["names"][str(entry.id)]
        return name

    def get_name(self, entry: EntryRow) -> str:
        return str(self._name(entry))

    def get_key(self, entry: EntryRow) -> str:
        return self._name(entry).key


class EntryChange(serializers.Serializer[Any]):
    """``reason`` is needed once a round is paired."""

    rank = RankField(required=False)
    rating = serializers.IntegerField(required=False)
    country = serializers.RegexField(r"^[A-Z]{2}\Z", required=False, allow_blank=True)
    club = NameField(max_length=12, required=False, allow_blank=True)
    correction = serializers.IntegerField(required=False)
    final = serializers.BooleanField(required=False)
    group = NameField(max_length=20, required=False, allow_blank=True)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class EntryIn(serializers.Serializer[Any]):
    """``player`` is one of the organisation's; what is not named is taken from the player.

    ``partner``: in pair go, the second player; rank and rating are then the mean of both, rounded down.
    """

    player = serializers.UUIDField()
    partner = serializers.UUIDField(required=False, allow_null=True)
    rank = RankField(required=False)
    rating = serializers.IntegerField(required=False)
    correction = serializers.IntegerField(required=False, default=0)
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=40), required=False, max_length=40
    )
    final = serializers.BooleanField(required=False, default=True)
    group = NameField(max_length=20, required=False, allow_blank=True, default="")


class Filters(ListFilters):
    class Meta:
        model = EntryRow
        fields = ("country", "club", "checked_in", "withdrawn", "final", "group")


class EntryList(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "POST": "entry.change"}

    @extend_schema(operation_id="entries_list", parameters=told(Filters), responses=page(EntryOut))
    def get(self, request: Request, slug: str) -> Response:
        """The players of a tournament."""
        row = self.tournament(slug)
        rows = filtered(Filters, request, EntryRow.objects.filter(tournament=row))
        return paged(self, rows, EntryOut, ordering=("number",), context={"names": entry_names(row)})

    @extend_schema(request=EntryIn, responses={201: EntryOut})
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player of the organisation."""
        row = self.tournament(slug)
        given = self.body(EntryIn)
        player = _known(row, given["player"])
        partner = _known(row, given["partner"]) if given.get("partner") else None
        entry_id = str(uuid5(context_of(request).command_id, "entry"))
        self.carry_out(row, _enter(entry_id, player, partner, given))
        return _said(row, entry_id, status=201)


def _known(row: TournamentRow, player_id: UUID) -> Player:
    player = Player.objects.filter(organisation_id=row.organisation_id, pk=player_id, erased=False).first()
    if player is None:
        refuse("unknown_player", player=str(player_id))
    return player


def _enter(entry_id: str, player: Player, partner: Player | None, given: dict[str, Any]) -> EnterPlayer:
    side = [player] if partner is None else [player, partner]
    return EnterPlayer(
        entry_id=entry_id,
        player_id=str(player.id),
        partner_id="" if partner is None else str(partner.id),
        absent=frozenset(given.get("absent", ())),
        **side_facts(*side) | {name: given[name] for name in EntryFacts.fact_names() if name in given},
    )


class EntryDetail(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "PATCH": "entry.change"}

    @extend_schema(operation_id="entry", responses=EntryOut)
    def get(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """One player of a tournament."""
        return _said(self.tournament(slug), str(entry_id))

    @extend_schema(request=EntryChange, responses=EntryOut)
    @writes
    def patch(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Change rank, rating, club or country as they count here."""
        row = self.tournament(slug)
        self.carry_out(row, ChangeEntry(entry_id=str(entry_id), **self.body(EntryChange)))
        return _said(row, str(entry_id))


class EntryPresence(TournamentView):
    """DELETE withdraws the player from all rounds to come, PUT takes that back."""

    access: ClassVar[dict[str, str]] = {"PUT": "entry.change", "DELETE": "entry.change"}

    @extend_schema(request=None, responses=EntryOut)
    @writes
    def put(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Take a withdrawal back."""
        row = self.tournament(slug)
        self.carry_out(row, ReinstateEntry(entry_id=str(entry_id)))
        return _said(row, str(entry_id))

    @extend_schema(responses={200: EntryOut})
    @writes
    def delete(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Withdraw the player from all rounds to come."""
        row = self.tournament(slug)
        self.carry_out(row, WithdrawEntry(entry_id=str(entry_id)))
        return _said(row, str(entry_id))


class EntryCheckIn(TournamentView):
    """The player is in the hall (PUT), or is not after all (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "entry.check_in", "DELETE": "entry.check_in"}

    @extend_schema(request=None, responses=EntryOut)
    @writes
    def put(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """The player is in the hall."""
        row = self.tournament(slug)
        self.carry_out(row, CheckIn(entry_id=str(entry_id)))
        return _said(row, str(entry_id))

    @extend_schema(responses={200: EntryOut})
    @writes
    def delete(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """The player is not in the hall after all."""
        row = self.tournament(slug)
        self.carry_out(row, CheckIn(entry_id=str(entry_id), here=False))
        return _said(row, str(entry_id))


class EntryAbsence(TournamentView):
    """The player misses a round (PUT), or comes after all (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "entry.check_in", "DELETE": "entry.check_in"}

    @extend_schema(request=None, responses=EntryOut)
    @writes
    def put(self, request: Request, slug: str, entry_id: UUID, number: int) -> Response:
        """The player misses this round."""
        row = self.tournament(slug)
        self.carry_out(row, SetPresence(entry_id=str(entry_id), round=number, present=False))
        return _said(row, str(entry_id))

    @extend_schema(responses={200: EntryOut})
    @writes
    def delete(self, request: Request, slug: str, entry_id: UUID, number: int) -> Response:
        """The player comes to this round after all."""
        row = self.tournament(slug)
        self.carry_out(row, SetPresence(entry_id=str(entry_id), round=number, present=True))
        return _said(row, str(entry_id))


def _said(row: TournamentRow, entry_id: str, status: int = 200) -> Response:
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    version = TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
    body = EntryOut(entry, context={"names": entry_names(row)}).data
    return answer(body, version=version, status=status)
