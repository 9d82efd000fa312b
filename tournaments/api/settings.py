"""Operations on a tournament itself, and its settings: all of them or some, and in the document."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from json import dumps, loads
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from django.utils.translation import gettext
from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction
from msgspec import to_builtins
from rest_framework import serializers

from games.log.serialisation import decode
from games.rest.fields import (
    DayField,
    LineField,
    OptionalChoice,
    OptionalLine,
    OptionalMatch,
    OptionalText,
    TupleField,
)
from games.rest.operations import AnyField, Operation
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.settings import (
    MOST_CRITERIA,
    ClaimSettings,
    DrawPlace,
    HandicapSettings,
    PairingSettings,
    ScheduleSettings,
    Seeding,
    Setting,
    Settings,
    TeamSettings,
    declaration_of,
)
from tournaments.competition.time_limits import Overtime
from tournaments.domain.settings import LANGUAGES, LONGEST_ZONE, SYSTEMS, ChangeSettings
from tournaments.domain.tournament import (
    ChangeTournament,
    CreateTournament,
)
from tournaments.time_zones import is_zone

LONGEST = 50  # items in a list of settings


class SettingsField(serializers.JSONField):
    """Settings of a tournament, all or some; those not named keep their values.

    Ranks are integers here (1 dan = 0), points doubled, as in the log.
    """

    def to_representation(self, value: Any) -> Any:
        """All of them, those too that are newer than what is stored."""
        return _complete_settings(dumps(value))

    def merge(self, given: Any, into: Settings) -> Settings:
        """Raises ValidationError naming the place."""
        if not isinstance(given, dict):
            raise serializers.ValidationError({"settings": ["An object of settings."]})
        data = _all_settings(into)
        faults = _merge(data, given, Settings, "settings")
        if faults:
            raise serializers.ValidationError(faults)
        try:
            settings: Settings = decode(Settings, data)
        except ValueError as fault:
            raise serializers.ValidationError({"settings": [str(fault)]}) from fault
        return settings


@lru_cache(maxsize=500)
def _complete_settings(stored: str) -> Any:
    """Kept, for reading only: the tournaments of a list mostly have the same settings."""
    return _all_settings(decode(Settings, loads(stored)))


def _all_settings(settings: Settings) -> Any:
    """Return settings as JSON values, with those that events omit because they have their default."""
    return loads(dumps(to_builtins(settings)))


def _merge(data: dict[str, Any], given: dict[str, Any], of: type, place: str) -> dict[str, list[str]]:
    """Write ``given`` into ``data``, the wire form of an ``of``; faults by place."""
    faults: dict[str, list[str]] = {}
    hints = get_type_hints(of)
    for name, value in given.items():
        if name not in data:
            faults[f"{place}.{name}"] = ["There is no such setting."]
        elif is_dataclass(hints[name]) and isinstance(value, dict):
            faults |= _merge(data[name], value, hints[name], f"{place}.{name}")
        elif not _has_type(hints[name], value):
            faults[f"{place}.{name}"] = [f"Not of the same kind as {data[name]!r}."]
        else:
            data[name] = value
    return faults


def _has_type(hint: Any, value: Any) -> bool:
    """Whether a JSON value is of the kind that a setting's type hint names; False for groups of settings."""
    inner = get_args(hint)
    if get_origin(hint) is UnionType:
        return any(_has_type(part, value) for part in inner)
    if get_origin(hint) is tuple:
        return (
            isinstance(value, list) and len(value) <= LONGEST and all(_has_type(inner[0], x) for x in value)
        )
    if isinstance(value, bool):
        return hint is bool
    if hint is float:
        return isinstance(value, int | float)
    return isinstance(value, str if issubclass(hint, Enum) else hint)


Schema = dict[str, Any]
LONGEST_NAME = 60


GROUPS = (Settings, HandicapSettings, PairingSettings, ClaimSettings, TeamSettings, ScheduleSettings)
NAMES = {"system": SYSTEMS, "rules": RULES}
"""Settings whose values are names that are registered elsewhere."""
DRAW_PLACES = tuple(place.value for place in DrawPlace)
SEEDINGS = tuple(seeding.value for seeding in Seeding)


class SettingsSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself
    """The schema of a class of settings."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return isinstance(target, type) and target in GROUPS

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return "TournamentSettings" if self.target is Settings else str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        hints = get_type_hints(self.target)
        members = {
            one.name: self._member(one.name, hints[one.name], declaration_of(one), auto_schema, direction)
            for one in fields(self.target)
        }
        schema: Schema = {"type": "object", "properties": members, "additionalProperties": False}
        return schema if direction == "request" else {**schema, "required": sorted(members)}

    def _member(
        self, name: str, hint: Any, setting: Setting, auto_schema: AutoSchema, direction: Direction
    ) -> Schema:
        if is_dataclass(hint):
            ref = auto_schema.resolve_serializer(hint, direction).ref  # type: ignore[arg-type]  # by extension
            return {"allOf": [ref], "description": setting.means}
        if get_origin(hint) is tuple:
            items = {**_scalar_schema(get_args(hint)[0]), **_bounds(name, setting)}
            return {"type": "array", "items": items, **_count(setting), "description": setting.means}
        return {**_scalar_schema(hint), **_bounds(name, setting), "description": setting.means}


def _bounds(name: str, setting: Setting) -> Schema:
    options = NAMES.get(name, setting.options)
    bounds = {"minimum": setting.least, "maximum": setting.most, "multipleOf": setting.step}
    found: Schema = {keyword: bound for keyword, bound in bounds.items() if bound is not None}
    if options is not None:
        found["enum"] = list(options)
    return {**found, "format": "date"} if setting.kind == "date" else found


def _count(setting: Setting) -> Schema:
    if setting.count is None:
        return {"maxItems": LONGEST}
    return {"minItems": setting.count.start, "maxItems": setting.count.stop - 1}


class SettingsFieldSchema(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]  # registers itself
    """A field of settings refers to their schema."""

    target_class = SettingsField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        whole: Any = Settings
        return {"allOf": [auto_schema.resolve_serializer(whole, direction).ref]}


TYPES = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def _scalar_schema(hint: Any) -> Schema:
    """Of a scalar: ``int | float`` is one number."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"type": "string", "enum": [member.value for member in hint]}
    if hint is str:
        return {"type": "string", "maxLength": LONGEST_NAME}
    parts = get_args(hint) if get_origin(hint) is UnionType else (hint,)
    named = [TYPES[part] for part in parts if not (part is int and float in parts)]
    return {"type": named[0] if len(named) == 1 else named}


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
        "settings": SettingsField(required=False),
    }


def criteria_fields() -> dict[str, AnyField]:
    """Tie-breaks of players and of teams, and the seed of the last lots."""
    return {
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
    }


def merged_settings(values: Mapping[str, Any], into: Settings) -> Settings:
    """``into`` with the settings that are named in its place. Raises ValidationError naming the place."""
    return SettingsField().merge(values.get("settings", {}), into)


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
        **criteria_fields(),
        "seen": OptionalText(max_length=64, default=None),
    },
    notes="``seen``: from ``difference`` of a dry run; needed once a round is paired.",
)
