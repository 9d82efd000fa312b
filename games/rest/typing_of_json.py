"""Strict JSON types: REST framework accepts the text "5" as a number, 5 as a text and 1 as true."""

from collections.abc import Iterator, Mapping
from typing import Any

from rest_framework import serializers

from games.rest.fields import FormText

NUMBERS = (serializers.IntegerField, serializers.FloatField)


def wrong_type_places(field: Any, value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the places of wrong types with their faults. In forms (``FormText``) all values are text."""
    if value is None or isinstance(value, FormText):
        return
    if isinstance(field, serializers.Serializer) and isinstance(value, Mapping):
        for name, inner in field.fields.items():
            yield from wrong_type_places(inner, value.get(name), f"{place}.{name}" if place else name)
    elif hasattr(field, "child") and isinstance(value, list):
        if not getattr(field, "alone", False) and not _exceeds_length(field, value):
            # Where each line stands for itself its faults do too; of too many none is looked at.
            for number, item in enumerate(value):
                yield from wrong_type_places(field.child, item, f"{place}.{number}")
    elif kind := _other_kind(field, value):
        yield place, str(kind.default_error_messages["invalid"])


def _exceeds_length(field: Any, value: list[Any]) -> bool:
    most = getattr(field, "max_length", None)
    return most is not None and len(value) > most


def _other_kind(field: Any, value: Any) -> Any:
    """Return the kind of field whose type this is not; None if it fits, or the field itself checks."""
    if isinstance(field, serializers.BooleanField):
        return None if isinstance(value, bool) else serializers.BooleanField
    if isinstance(field, NUMBERS):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return None if is_number else next(one for one in NUMBERS if isinstance(field, one))
    if isinstance(field, serializers.CharField):
        return serializers.CharField if isinstance(value, int | float) else None
    return None
