"""Tournaments: the list, one of them, its settings, making it public."""

from dataclasses import fields, replace
from typing import Annotated, Any, ClassVar, TypedDict

import django_filters
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.log.serialisation import decode
from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.rest.fields import DayField, OptionalChoice, OptionalMatch, OptionalText
from games.rest.operated import operation_handler, reads
from games.rest.operations import Operation
from games.rest.paging import NameFilters, lists
from games.rest.views import context_of, respond_with_etag
from games.speaking import translate
from tournaments.access.actors import actor_of, organisation_subject
from tournaments.api.base import SlugOfField, TournamentView, View
from tournaments.api.resources import TableView
from tournaments.api.settings import (
    A_RULESET,
    CHANGE_SETTINGS,
    CHANGE_TOURNAMENT,
    CREATE_TOURNAMENT,
    TIME_CLASSES,
    Time,
    TournamentSettingsSerializer,
    merge_settings,
    places_of_settings,
)
from tournaments.commands import create
from tournaments.competition.national_customs import customs_of
from tournaments.competition.settings import Settings
from tournaments.competition.system_defaults import settings_for
from tournaments.competition.time_limits import TimeSystem
from tournaments.domain.ruleset_komi import komi_in_text, starting_komi, which_komi_counts
from tournaments.domain.settings import LANGUAGES, SYSTEMS
from tournaments.domain.tournament import DeleteTournament
from tournaments.reading.appeal_committees import lacks_committee
from tournaments.reading.queries import settings_of, tournament_by_slug, tournaments_visible_to
from tournaments.state.tournament import Details
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow


class TournamentOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    slug = serializers.SlugField()
    name = serializers.CharField()
    organisation = SlugOfField(Organisation, "organisation_id", allow_null=False)
    place = OptionalText(required=True)
    begins = DayField(required=True)
    ends = DayField(required=True)
    country = OptionalMatch(r"^[A-Z]{2}\Z", source="poster.country", required=True)
    time = Time(source="poster.time")
    time_class = OptionalChoice(TIME_CLASSES, source="poster.time_class", required=True)
    online = serializers.BooleanField(source="poster.online")
    short_name = OptionalText(source="poster.short_name", default=None)
    time_zone = OptionalText(source="poster.time_zone", default=None)
    language = OptionalChoice(LANGUAGES[1:], source="poster.language", default=None)
    system = serializers.ChoiceField(SYSTEMS)
    rounds = serializers.IntegerField()
    ruleset = serializers.CharField(help_text=A_RULESET)
    settings = TournamentSettingsSerializer()
    komi_says = serializers.SerializerMethodField(help_text="Which komi counts in even games, and why.")
    published = serializers.BooleanField()
    archived = serializers.BooleanField()
    version = serializers.IntegerField()

    def get_komi_says(self, row: TournamentRow) -> str:
        return komi_says(row)


class WholeTournamentOut(TournamentOut):
    appeals_committee = serializers.SerializerMethodField(
        help_text="Whether an appeals committee is named; without one an appeal reaches an owner, or nobody."
    )

    def get_appeals_committee(self, row: TournamentRow) -> bool:
        return not lacks_committee(row)


def komi_says(row: TournamentRow) -> str:
    """Return which komi counts in the tournament, in the reader's language."""
    return translate(which_komi_counts(row.ruleset, row.settings["komi"]))


class SettingsBody(TypedDict):
    """What the director chose."""

    ruleset: Annotated[str, ("description", A_RULESET)]
    settings: TournamentSettingsSerializer
    komi_says: Annotated[str, ("description", "Which komi counts in even games, and why")]


def settings_body(row: TournamentRow) -> SettingsBody:
    return {
        "ruleset": row.ruleset,
        "settings": TournamentSettingsSerializer().to_representation(row.settings),
        "komi_says": komi_says(row),
    }


COLUMNS = ("slug", "name", "place", "country", "begins", "ends", "system", "rounds", "ruleset", "archived")
ORDERS = {"-begins": ("-begins", "slug"), "slug": ("slug",)}


class Filters(NameFilters):
    organisation = django_filters.ModelChoiceFilter(
        queryset=Organisation.objects.all(),
        to_field_name="slug",
        method="of_organisation",
        help_text="Slug of the organisation",
    )
    begins_after = django_filters.DateFilter(field_name="begins", lookup_expr="gte")
    begins_before = django_filters.DateFilter(field_name="begins", lookup_expr="lte")
    system = django_filters.ChoiceFilter(choices=[(name, name) for name in SYSTEMS])

    def of_organisation(self, rows: Any, _name: str, organisation: Organisation) -> Any:
        return rows.filter(organisation_id=organisation.pk)


def details_from(given: dict[str, Any], before: Details) -> Details:
    """``before``, with what is given in its place."""
    changed = {field.name: given[field.name] for field in fields(Details) if field.name in given}
    if "time" in changed:
        changed["time"] = decode(TimeSystem, changed["time"])
    return replace(before, **changed)


class TournamentList(TableView, View):
    """Tournaments that may be seen, newest first; create one."""

    columns = COLUMNS

    @lists("list_tournaments", "site.read", TournamentOut, filters=Filters, orders=ORDERS)
    def get(self, request: Request) -> Any:
        """List the tournaments that you may see, by default the newest first."""
        self.allow()
        return tournaments_visible_to(actor_of(request.user))

    @operation_handler(CREATE_TOURNAMENT, {201: WholeTournamentOut})
    def post(self, request: Request) -> HttpResponse:
        self.require_account()
        values = CREATE_TOURNAMENT.from_request(request)
        organisation = Organisation.objects.filter(slug=values["organisation"]).first()
        if organisation is None:
            raise serializers.ValidationError({"organisation": ["There is no such organisation."]})
        self.allow(organisation_subject(organisation))
        context = context_of(request)
        ruleset = values.get("ruleset", customs_of(values.get("country", "")).ruleset)
        arguments = {
            "organisation_id": str(organisation.id),
            "slug": values["slug"],
            "details": details_from(values, Details(name="")),
            "ruleset": ruleset,
            "settings": merge_settings(values.get("settings", {}), _begun_with(values, ruleset)),
        }
        with places_of_settings():
            create(CREATE_TOURNAMENT.command_for(arguments, context), context)
        row = tournament_by_slug(values["slug"])
        self.streams = (str(row.id),)
        return _tournament_answer(row, status=201)


def _begun_with(values: dict[str, Any], ruleset: str) -> Settings:
    """What the system that is named begins with, and the komi of the ruleset."""
    settings = settings_for(values.get("settings", {}).get("system", "mcmahon"))
    return replace(settings, komi=starting_komi(ruleset, settings.komi))


class TournamentDetail(TournamentView):
    """One tournament; change its details, publish, archive and delete it."""

    operations: ClassVar = {
        "PATCH": CHANGE_TOURNAMENT,
        "DELETE": Operation(DeleteTournament, "delete_tournament", status=204),
    }
    answers: ClassVar[Any] = WholeTournamentOut

    @reads("get_tournament", "tournament.read", WholeTournamentOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get a tournament."""
        row = self.tournament(slug)
        return _tournament_answer(row)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        if self.request.method == "DELETE":
            return values
        stages = {name: values.get(name) for name in ("published", "archived")}
        return {"details": details_from(values, decode(Details, row.poster)), **stages}

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        return WholeTournamentOut(tournament_by_slug(row.slug)).data


class TournamentSettings(TournamentView):
    """What the director chose; change some of it."""

    operations: ClassVar = {"PATCH": CHANGE_SETTINGS}
    answers: ClassVar[Any] = SettingsBody

    @reads("get_settings", "tournament.read", SettingsBody)
    def get(self, request: Request, slug: str) -> SettingsBody:
        """Get the ruleset and the settings of a tournament."""
        row = self.tournament(slug)
        return settings_body(row)

    def execute(self, row: TournamentRow, command: Any, context: Context) -> list[StoredEvent]:
        with places_of_settings():
            return super().execute(row, command, context)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        before, komi = settings_of(row), komi_in_text(values.get("ruleset", ""))
        if komi is not None:
            before = replace(before, komi=komi)
        return {
            "settings": merge_settings(values.get("settings", {}), before),
            "ruleset": values.get("ruleset", row.ruleset),
            "reason": values["reason"],
        }

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        return settings_body(tournament_by_slug(row.slug))


def _tournament_answer(row: TournamentRow, status: int = 200) -> Response:
    return respond_with_etag(
        WholeTournamentOut(row).data,
        version=row.version,
        status=status,
        location=("api:tournament", row.slug),
    )
