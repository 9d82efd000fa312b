"""Settings of a tournament as a field: all of them or some."""

from dataclasses import is_dataclass
from enum import Enum
from functools import lru_cache
from json import dumps, loads
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import to_builtins
from rest_framework import serializers

from games.log.serialisation import decode
from tournaments.competition.settings import Settings

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
