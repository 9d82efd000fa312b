"""Serializer fields of the field's own kinds."""

from dataclasses import is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.log.plain import decode
from games.log.plain import encode as to_data
from tournaments.competition.history import Settings
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.one_line import fits

LONGEST = 50  # items in a list of settings


@extend_schema_field({"type": "string", "pattern": r"^([1-9]|[12][0-9]|30)[kd]$", "example": "3d"})
class RankField(serializers.Field[int, str, str, int]):
    """A rank as people write it, such as "3d"."""

    def to_internal_value(self, data: Any) -> int:
        try:
            return parse_rank(data if isinstance(data, str) else "")
        except ValueError as fault:
            raise serializers.ValidationError(str(fault)) from fault

    def to_representation(self, value: int) -> str:
        return format_rank(value)


class NameField(serializers.CharField):
    """A name, on one line."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not fits(text):
            raise serializers.ValidationError("One line, without control characters or marks of direction.")
        return text


class SettingsField(serializers.JSONField):
    """Settings of a tournament, all or some; those not named keep their values.

    Ranks are integers here (1 dan = 0), points doubled, as in the log.
    """

    def merged(self, given: Any, into: Settings) -> Settings:
        """Raises ValidationError naming the place."""
        if not isinstance(given, dict):
            raise serializers.ValidationError({"settings": ["An object of settings."]})
        data = to_data(into)
        faults = _merge(data, given, Settings, "settings")
        if faults:
            raise serializers.ValidationError(faults)
        try:
            settings: Settings = decode(Settings, data)
        except ValueError as fault:
            raise serializers.ValidationError({"settings": [str(fault)]}) from fault
        return settings


def _merge(data: dict[str, Any], given: dict[str, Any], of: type, place: str) -> dict[str, list[str]]:
    """Write ``given`` into ``data``, the wire form of an ``of``; faults by place."""
    faults: dict[str, list[str]] = {}
    hints = get_type_hints(of)
    for name, value in given.items():
        if name not in data:
            faults[f"{place}.{name}"] = ["There is no such setting."]
        elif is_dataclass(hints[name]) and isinstance(value, dict):
            faults |= _merge(data[name], value, hints[name], f"{place}.{name}")
        elif not _fits(hints[name], value):
            faults[f"{place}.{name}"] = [f"Not of the same kind as {data[name]!r}."]
        else:
            data[name] = value
    return faults


def _fits(hint: Any, value: Any) -> bool:
    """Whether a JSON value is of the kind that a setting's type hint names; False for groups of settings."""
    inner = get_args(hint)
    if get_origin(hint) is UnionType:
        return any(_fits(part, value) for part in inner)
    if get_origin(hint) is tuple:
        return isinstance(value, list) and len(value) <= LONGEST and all(_fits(inner[0], x) for x in value)
    if isinstance(value, bool):
        return hint is bool
    if hint is float:
        return isinstance(value, int | float)
    return isinstance(value, str if issubclass(hint, Enum) else hint)
