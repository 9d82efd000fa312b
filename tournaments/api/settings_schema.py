"""Settings of a tournament in the OpenAPI document, made of their declarations.

The body of a write may name some settings alone; a response has them all.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from drf_spectacular.extensions import OpenApiSerializerExtension, OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

from tournaments.api.settings_field import LONGEST, SettingsField
from tournaments.competition.pairing.rulesets import RULES
from tournaments.competition.settings import (
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
from tournaments.domain.settings import SYSTEMS

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
