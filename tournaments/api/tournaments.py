"""Tournaments: the list, one of them, its settings, making it public."""

from dataclasses import fields, replace
from typing import Any, ClassVar
from uuid import uuid5

import django_filters
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.plain import decode
from games.rest.views import answer, context_of, not_modified, writes
from tournaments.access.actors import actor_of, organisation_subject
from tournaments.api.base import TournamentView, View
from tournaments.api.fields import SettingsField
from tournaments.api.paging import ListFilters, filtered, page, paged, told
from tournaments.commands import create
from tournaments.competition.history import Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.competition.time_limits import Overtime, TimeSystem
from tournaments.deciding.setting_up import (
    ChangeDetails,
    ChangeSettings,
    CreateTournament,
    Publish,
    Unpublish,
)
from tournaments.events import Details
from tournaments.operations.fields import NameField
from tournaments.reading.queries import settings_of, tournament_by_slug, visible
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow


class TimeOut(serializers.Serializer[Any]):
    """``basic`` minutes (0: not told), then ``seconds`` a move, for ``moves`` moves, or added per move."""

    basic = serializers.IntegerField(min_value=0, max_value=10_000)
    overtime = serializers.ChoiceField([each.value for each in Overtime])
    seconds = serializers.IntegerField(min_value=0, max_value=36_000, default=0)
    moves = serializers.IntegerField(min_value=0, max_value=1_000, default=0)


class TournamentOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    organisation = serializers.UUIDField(source="organisation_id")
    place = serializers.CharField()
    begins = serializers.CharField()
    ends = serializers.CharField()
    country = serializers.CharField(source="poster.country")
    time = TimeOut(source="poster.time")
    time_class = serializers.CharField(source="poster.time_class")
    online = serializers.BooleanField(source="poster.online")
    system = serializers.CharField()
    rounds = serializers.IntegerField()
    ruleset = serializers.CharField()
    settings = serializers.JSONField()
    published = serializers.BooleanField()
    version = serializers.IntegerField()


class DetailsIn(serializers.Serializer[Any]):
    name = NameField(max_length=200, required=False)
    place = NameField(max_length=200, required=False, allow_blank=True)
    begins = serializers.CharField(max_length=10, required=False, allow_blank=True)
    ends = serializers.CharField(max_length=10, required=False, allow_blank=True)
    country = serializers.RegexField("^[A-Z]{2}$", required=False, allow_blank=True)
    time = TimeOut(required=False)
    time_class = serializers.ChoiceField(["A", "B", "C", "D", "-"], required=False, allow_blank=True)
    online = serializers.BooleanField(required=False)


class SettingsIn(serializers.Serializer[Any]):
    """``reason`` is needed once a round is paired."""

    ruleset = serializers.CharField(max_length=200, required=False)
    settings = SettingsField(required=False)
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True)


class TournamentIn(DetailsIn):
    organisation = serializers.SlugField(max_length=60)
    slug = serializers.SlugField(max_length=60)
    name = NameField(max_length=200)
    ruleset = serializers.CharField(max_length=200, required=False)
    settings = SettingsField(required=False)


class Filters(ListFilters):
    organisation = django_filters.UUIDFilter(field_name="organisation_id")
    begins_after = django_filters.CharFilter(field_name="begins", lookup_expr="gte", max_length=10)
    begins_before = django_filters.CharFilter(field_name="begins", lookup_expr="lte", max_length=10)

    class Meta:
        model = TournamentRow
        fields = ("system",)


def details_from(given: dict[str, Any], before: Details) -> Details:
    """``before``, with what is given in its place."""
    changed = {field.name: given[field.name] for field in fields(Details) if field.name in given}
    if "time" in changed:
        changed["time"] = decode(TimeSystem, changed["time"])
    return replace(before, **changed)


class TournamentList(View):
    """Tournaments that may be seen, newest first; create one."""

    access: ClassVar[dict[str, str]] = {"GET": "site.read", "POST": "tournament.create"}

    @extend_schema(operation_id="tournaments_list", parameters=told(Filters), responses=page(TournamentOut))
    def get(self, request: Request) -> Response:
        """The tournaments that may be seen, newest first."""
        self.allow()
        rows = filtered(Filters, request, visible(actor_of(request.user)))
        return paged(self, rows, TournamentOut, ordering=("-begins", "slug"))

    @extend_schema(request=TournamentIn, responses={201: TournamentOut})
    @writes
    def post(self, request: Request) -> Response:
        """Create a tournament."""
        given = self.body(TournamentIn)
        organisation = Organisation.objects.filter(slug=given["organisation"]).first()
        if organisation is None:
            raise serializers.ValidationError({"organisation": ["There is no such organisation."]})
        self.allow(organisation_subject(organisation))
        context = context_of(request)
        command = CreateTournament(
            tournament_id=str(uuid5(context.command_id, "tournament")),
            organisation_id=str(organisation.id),
            slug=given["slug"],
            details=details_from(given, Details(name="")),
            ruleset=given.get("ruleset", "tromp-taylor-agreement"),
            settings=SettingsField().merged(named := given.get("settings", {}), _begun_with(named)),
        )
        create(command, context)
        return _said(tournament_by_slug(given["slug"]), status=201)


def _begun_with(named: Any) -> Settings:
    """What the system that is named begins with."""
    return settings_for(named.get("system", "mcmahon") if isinstance(named, dict) else "mcmahon")


class TournamentDetail(TournamentView):
    """One tournament; change its details and settings."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "PATCH": "tournament.change"}

    @extend_schema(responses={200: TournamentOut, 304: None})
    def get(self, request: Request, slug: str) -> Response:
        """One tournament."""
        row = self.tournament(slug)
        if not_modified(request, row.version):
            return answer(None, version=row.version, status=304)
        return _said(row)

    @extend_schema(request=DetailsIn, responses=TournamentOut)
    @writes(match=True)
    def patch(self, request: Request, slug: str) -> Response:
        """Change name, place, dates and what else its poster says."""
        row = self.tournament(slug)
        before = decode(Details, row.poster)
        self.carry_out(row, ChangeDetails(details=details_from(self.body(DetailsIn), before)))
        return _said(tournament_by_slug(slug))


class TournamentSettings(TournamentView):
    """What the director chose; change some of it."""

    access: ClassVar[dict[str, str]] = {"GET": "tournament.read", "PATCH": "tournament.change"}

    @extend_schema(operation_id="tournament_settings", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str) -> Response:
        """What the director chose."""
        row = self.tournament(slug)
        return answer({"ruleset": row.ruleset, "settings": row.settings}, version=row.version)

    @extend_schema(request=SettingsIn, responses=TournamentOut)
    @writes(match=True)
    def patch(self, request: Request, slug: str) -> Response:
        """Change the ruleset or some of the settings."""
        row = self.tournament(slug)
        given = self.body(SettingsIn)
        command = ChangeSettings(
            settings=SettingsField().merged(given.get("settings", {}), settings_of(row)),
            ruleset=given.get("ruleset", row.ruleset),
            reason=given.get("reason", ""),
        )
        self.carry_out(row, command)
        return _said(tournament_by_slug(slug))


class TournamentPublic(TournamentView):
    """Show the tournament to everybody, or hide it again."""

    access: ClassVar[dict[str, str]] = {"PUT": "tournament.change", "DELETE": "tournament.change"}

    @extend_schema(request=None, responses=TournamentOut)
    @writes
    def put(self, request: Request, slug: str) -> Response:
        """Show the tournament to everybody."""
        self.carry_out(self.tournament(slug), Publish())
        return _said(tournament_by_slug(slug))

    @extend_schema(responses={200: TournamentOut})
    @writes
    def delete(self, request: Request, slug: str) -> Response:
        """Hide the tournament from the public again."""
        self.carry_out(self.tournament(slug), Unpublish())
        return _said(tournament_by_slug(slug))


def _said(row: TournamentRow, status: int = 200) -> Response:
    return answer(TournamentOut(row).data, version=row.version, status=status)
