"""Operations on a tournament itself, and its settings: all of them or some, and in the document."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from functools import cache, lru_cache
from json import dumps, loads
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from django.utils.translation import gettext
from msgspec import to_builtins
from rest_framework import serializers

from games.inputs import Input
from games.log.serialisation import decode
from games.refusals import Refusal, refuse
from games.rest.fields import (
    DayField,
    LineField,
    OptionalChoice,
    OptionalLine,
    OptionalMatch,
    OptionalText,
    TupleField,
)
from games.rest.inputs import input_field
from games.rest.operations import AnyField, Operation
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.settings import (
    MOST_CRITERIA,
    DrawPlace,
    Seeding,
    Setting,
    Settings,
    declaration_of,
)
from tournaments.competition.time_limits import Overtime
from tournaments.domain.settings import LANGUAGES, LONGEST_ZONE, SYSTEMS, ChangeSettings
from tournaments.domain.tournament import ChangeTournament, CreateTournament
from tournaments.time_zones import is_zone

LONGEST = 50  # items in a list of settings
LONGEST_NAME = 60
NAMES = {"system": SYSTEMS, "rules": RULES}
"""Settings whose values are names that are registered elsewhere."""
DRAW_PLACES = tuple(place.value for place in DrawPlace)
SEEDINGS = tuple(seeding.value for seeding in Seeding)
"""The choices of several settings, for the API document."""


@cache
def serializer_of_settings(of: type) -> type[serializers.Serializer[Any]]:
    """Return the serializer of some of the settings of a class, each within its declared bounds."""
    hints = get_type_hints(of)
    members = {one.name: _field(one.name, hints[one.name], declaration_of(one)) for one in fields(of)}
    return type(of.__name__, (serializers.Serializer,), members)


def _field(name: str, hint: Any, setting: Setting) -> AnyField:
    options: dict[str, Any] = {
        "required": False,
        "help_text": setting.means,
        "allow_null": NoneType in get_args(hint),
    }
    if is_dataclass(hint):
        return serializer_of_settings(hint)(**options)  # type: ignore[arg-type]  # a class
    if choices := NAMES.get(name, setting.options):
        return serializers.ChoiceField(tuple(choices), **options)
    given = Input(low=setting.least, high=setting.most, longest=LONGEST_NAME, fault=setting.fault)
    if get_origin(hint) is tuple:
        count = setting.count or range(LONGEST + 1)
        of_dates = setting.kind == "date"
        child = DayField(allow_null=False) if of_dates else input_field(get_args(hint)[0], given)
        return TupleField(child=child, min_length=count.start, max_length=count.stop - 1, **options)
    return input_field(hint, given, **options)


class TournamentSettingsSerializer(serializer_of_settings(Settings)):  # type: ignore[misc]  # made at run time
    """Settings of a tournament, all or some; those not named keep their values.

    Ranks are integers here (1 dan = 0), points doubled, as in the log.
    """

    def to_representation(self, value: Any) -> Any:
        """All of them, those too that are newer than what is stored."""
        return _complete_settings(dumps(value))


@lru_cache(maxsize=500)
def _complete_settings(stored: str) -> Any:
    """Kept, for reading only: the tournaments of a list mostly have the same settings."""
    return loads(dumps(to_builtins(decode(Settings, loads(stored)))))


def merge_settings(given: Mapping[str, Any], into: Any) -> Any:
    """Return ``into`` with the settings that are named in their place."""
    named = {
        name: merge_settings(value, getattr(into, name)) if isinstance(value, Mapping) else value
        for name, value in given.items()
    }
    return replace(into, **named)


@contextmanager
def places_of_settings() -> Iterator[None]:
    """Name the place of a refused setting as in the body, where ``settings`` has all of them."""
    try:
        yield
    except Refusal as no:
        if no.field.partition(".")[0] in TournamentSettingsSerializer().fields:
            refuse(no.code, **{**no.facts, "field": f"settings.{no.field}"})
        raise


LARGEST = 2**31 - 1
LARGEST_SEED = 2**53 - 1
A_RULESET = "A preset, then axis=value for what differs: GET /api/v1/rulesets/ has them."
TIME_CLASSES = ("A", "B", "C", "D", "-")


class Time(serializers.Serializer[Any]):
    """``basic`` minutes (0: not told), then ``seconds`` a move, for ``moves`` moves, or added per move."""

    basic = serializers.IntegerField(min_value=0, max_value=10_000)
    overtime = serializers.ChoiceField([each.value for each in Overtime])
    seconds = serializers.IntegerField(min_value=0, max_value=36_000, default=0)
    moves = serializers.IntegerField(min_value=0, max_value=1_000, default=0)


class ZoneField(OptionalText):
    """As the IANA calls it; null: the service's own."""

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if name and not is_zone(name):
            raise serializers.ValidationError(gettext("A time zone such as Europe/Helsinki."))
        return name


def detail_fields(*, name_required: bool) -> dict[str, AnyField]:
    """What a poster says."""
    return {
        "name": LineField(max_length=200, required=name_required),
        "place": OptionalLine(max_length=200),
        "begins": DayField(),
        "ends": DayField(),
        "country": OptionalMatch(r"^[A-Z]{2}\Z"),
        "time": Time(required=False),
        "time_class": OptionalChoice(
            TIME_CLASSES,
            help_text="EGF class; - for none, null: by the time limits.",
        ),
        "online": serializers.BooleanField(required=False),
        "short_name": OptionalLine(max_length=60, help_text="For files of federations."),
        "time_zone": ZoneField(
            max_length=LONGEST_ZONE,
            help_text="IANA name; null: that of the service.",
        ),
        "language": OptionalChoice(
            LANGUAGES[1:],
            help_text="Of the pages for readers who have chosen none; null: the browser's.",
        ),
    }


def setting_fields() -> dict[str, AnyField]:
    return {
        "ruleset": serializers.CharField(max_length=200, required=False, help_text=A_RULESET),
        "settings": TournamentSettingsSerializer(required=False),
    }


CREATE_TOURNAMENT = Operation(
    CreateTournament,
    "create_tournament",
    fields={
        "organisation": serializers.SlugField(max_length=60),
        "slug": serializers.SlugField(max_length=60),
        **detail_fields(name_required=True),
        **setting_fields(),
    },
)
CHANGE_TOURNAMENT = Operation(
    ChangeTournament,
    "change_tournament",
    match=True,
    fields={
        **detail_fields(name_required=False),
        "published": serializers.BooleanField(required=False, help_text="Whether everybody sees it."),
        "archived": serializers.BooleanField(required=False),
    },
)
CHANGE_SETTINGS = Operation(ChangeSettings, "change_settings", match=True, fields=setting_fields())
CHANGE_CRITERIA = Operation(
    ChangeSettings,
    "change_tiebreaks",
    name="ChangeCriteria",
    title="Change the criteria of placing; once a round is paired, after a dry run.",
    match=True,
    dry_run=True,
    fields={
        "criteria": TupleField(
            child=serializers.CharField(max_length=20), min_length=1, max_length=MOST_CRITERIA
        ),
        "team_criteria": TupleField(
            child=serializers.CharField(max_length=20),
            min_length=1,
            max_length=MOST_CRITERIA,
            required=False,
        ),
        "draw_seed": serializers.IntegerField(
            required=False,
            min_value=0,
            max_value=LARGEST_SEED,
            error_messages={"invalid": "Seed of the draw: a whole number."},
        ),
        "seen": OptionalText(max_length=64, default=None),
    },
    notes="``seen``: from ``difference`` of a dry run; needed once a round is paired.",
)
