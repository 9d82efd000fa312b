"""Strict checks of request bodies: unknown members and wrong JSON types are refused, never ignored.

REST framework accepts the text "5" as a number, 5 as a text and 1 as true. In forms (multipart) all values
are text or files; the forms of pages may have members of their own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from games.rest.faults import member_place, validation_faults
from games.rest.fields import FormText, is_list

NO_FAULTS: Mapping[str, list[Any]] = MappingProxyType({})
NO_MEMBERS = "This body takes no members."
LONGEST_NAME = 100
MOST_NAMED = 20
MOST_CHOICES = 60


def validate(form: BaseSerializer[Any], found: Mapping[str, list[Any]] = NO_FAULTS) -> Any:
    """Return the validated data of a serializer. Raises ValidationError with a place for every fault.

    ``found``: faults that were found before.
    """
    data = form.initial_data
    faults = {**found, **strict_faults(form, data)}
    if not form.is_valid() or faults:
        raise ValidationError({**errors_by_place(with_choices(form, form.errors)), **faults})
    return form.validated_data


def errors_by_place(errors: Any) -> dict[str, list[Any]]:
    """Return the nested errors by place, where a wrong type replaces the framework's error."""
    found: dict[str, list[Any]] = {}
    for fault in validation_faults(errors):
        detail = ErrorDetail(fault["message"], fault["code"])
        found.setdefault(fault["place"] or "", []).append(detail)
    return found


def strict_faults(form: Any, data: Any) -> dict[str, list[Any]]:
    """Return the first twenty members that are unknown or of the wrong JSON type, by place."""
    if isinstance(data, QueryDict):
        return {}
    return {place: [fault] for place, fault in islice(_strict_faults(form, data), MOST_NAMED)}


def with_choices(field: Any, errors: Any) -> Any:
    """Return the errors, with the valid choices added to those about an invalid choice."""
    if isinstance(errors, dict):
        return {name: with_choices(_inner(field, name), inner) for name, inner in errors.items()}
    if isinstance(errors, list):
        child = getattr(field, "child", field)
        return [with_choices(child if isinstance(one, dict | list) else field, one) for one in errors]
    if getattr(errors, "code", "") == "invalid_choice" and (choices := _choices(field)):
        return ErrorDetail(f"{errors} One of: {', '.join(choices)}.", errors.code)
    return errors


def _inner(field: Any, name: Any) -> Any:
    inner = getattr(field, "fields", {}).get(name) if isinstance(field, Serializer) else None
    return inner or getattr(field, "child", None)


def _choices(field: Any) -> list[str]:
    """Return the valid choices, unless they are too many to read."""
    known = [str(choice) for choice in getattr(field, "choices", ())]
    return known if len(known) <= MOST_CHOICES else []


def wrong_names(form: BaseSerializer[Any], sent: QueryDict) -> dict[str, list[Any]]:
    """Return the first twenty unknown or repeated names of a form, which joins those of nested members."""
    known = dict(_names(form))
    unknown = _unknown_message(known)
    faults = {}
    for name, values in sent.lists():
        if name not in known:
            faults[name[:LONGEST_NAME]] = [ErrorDetail(unknown, "unknown_member")]
        elif len(values) > 1 and not is_list(known[name]):
            faults[name] = [ErrorDetail("Send this member once.", "repeated_member")]
    return dict(islice(faults.items(), MOST_NAMED))


def _names(form: Any, under: str = "") -> Iterator[tuple[str, Any]]:
    for name, field in form.fields.items():
        if isinstance(field, Serializer):
            yield from _names(field, f"{under}{name}_")
        else:
            yield f"{under}{name}", field


def _unknown_message(known: Iterable[str]) -> str:
    """Return the message about an unknown member, which lists the known ones."""
    listed = ", ".join(sorted(known)[:MOST_CHOICES])
    return f"There is no such member; there are: {listed}." if listed else NO_MEMBERS


KINDS: Sequence[tuple[Any, Any, str]] = (
    (serializers.BooleanField, bool, "true or false."),
    (serializers.IntegerField, int | float, "A valid integer is required."),
    (serializers.FloatField, int | float, "A valid number is required."),
    ((serializers.CharField, serializers.UUIDField, serializers.DateTimeField), str, "Not a valid string."),
    ((serializers.ListField, ListSerializer), list, "Expected a list."),
    ((Serializer, serializers.DictField), Mapping, "Expected an object."),
)
"""The type that a value of JSON has in a field, and the fault of another."""


def _strict_faults(field: Any, value: Any, place: str = "") -> Iterator[tuple[str, ErrorDetail]]:
    """Yield the faults with their places. In forms (``FormText``) all values are text."""
    if value is None or isinstance(value, FormText):
        return
    if fault := _other_kind(field, value):
        yield place, ErrorDetail(fault, "wrong_type")
    elif isinstance(field, Serializer):
        for name, inner in field.fields.items():
            yield from _strict_faults(inner, value.get(name), member_place(place, name))
        for name in value:
            if name not in field.fields:
                known = (one for one, inner in field.fields.items() if not inner.read_only)
                unknown = ErrorDetail(_unknown_message(known), "unknown_member")
                yield member_place(place, name[:LONGEST_NAME]), unknown
    elif isinstance(value, list) and hasattr(field, "child") and not _has_own_faults(field, value):
        for number, item in enumerate(value):
            yield from _strict_faults(field.child, item, member_place(place, number))


def _has_own_faults(field: Any, value: list[Any]) -> bool:
    """Return whether the lines stand for themselves, each with its faults, or are too many to look at."""
    most = getattr(field, "max_length", None)
    return getattr(field, "alone", False) or (most is not None and len(value) > most)


def _other_kind(field: Any, value: Any) -> str:
    """Return the fault of a value of another type than the field's; "" if it fits, or the field checks."""
    if isinstance(field, serializers.ChoiceField) and not is_list(field):
        fits = any(isinstance(choice, type(value)) for choice in field.choices)
        return "" if fits else f"One of: {', '.join(_choices(field))}."
    for kind, types, fault in KINDS:
        if isinstance(field, kind):
            fits = isinstance(value, types) and (types is bool or not isinstance(value, bool))
            return "" if fits else fault
    return ""
