"""Serializer fields with values as commands take them: ids as text, lists as tuples, finite numbers."""

from collections.abc import Sequence
from enum import Enum
from math import isfinite
from typing import Any, TypeVar
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.one_line import is_one_line

E = TypeVar("E", bound=Enum)


class UuidField(serializers.UUIDField):
    """A UUID as text; REST framework's own field also accepts an integer."""

    def to_internal_value(self, data: Any) -> UUID:
        if not isinstance(data, str | UUID):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "uuid"})
class IdField(UuidField):
    """An id as text, as events hold it."""

    def to_internal_value(self, data: Any) -> str:  # type: ignore[override]  # text instead of a UUID
        return str(super().to_internal_value(data))


class NullAsEmpty:
    """Mixin of fields whose value may be missing: null over REST, "" in commands and rows."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"required": False, "allow_null": True, **options})

    def validate_empty_values(self, data: Any) -> tuple[bool, Any]:
        is_empty, value = super().validate_empty_values(data)  # type: ignore[misc]  # of the field
        return is_empty, "" if value is None else value


class OptionalText(NullAsEmpty, serializers.CharField):
    """A text, or null."""


class OptionalMatch(NullAsEmpty, serializers.RegexField):
    """A text of a certain form, or null. In a page's form, capitals may be typed as small letters."""

    def __init__(self, pattern: str, **options: Any) -> None:
        super().__init__(pattern, **options)
        self.only_capitals = "a-z" not in pattern

    def to_internal_value(self, data: Any) -> Any:
        text = super().to_internal_value(data)
        return text.upper() if self.only_capitals and isinstance(data, FormText) else text


class OptionalChoice(NullAsEmpty, serializers.ChoiceField):
    """One of several values, or null."""


@extend_schema_field({"type": "string", "format": "date"})
class DayField(OptionalText):
    """A date such as 2026-11-21, or null; the command checks it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=10, **options)


class FormText(str):
    """Text from a form, for which more notations are accepted than for JSON."""

    __slots__ = ()


class FiniteField(serializers.FloatField):
    """A finite number, not a boolean. Forms may use a decimal comma."""

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool):
            self.fail("invalid")
        number = super().to_internal_value(data.replace(",", ".") if isinstance(data, FormText) else data)
        if not isfinite(number):
            self.fail("invalid")
        return number


class TupleField(serializers.ListField):
    """A list as a tuple; from a form, every value of that name."""

    def to_internal_value(self, data: Any) -> tuple[Any, ...]:  # type: ignore[override]  # commands are frozen
        if self.max_length is not None and isinstance(data, list) and len(data) > self.max_length:
            # Before each of a million is looked at, and named.
            raise serializers.ValidationError(
                self.error_messages["max_length"].format(max_length=self.max_length), code="max_length"
            )
        return tuple(super().to_internal_value(data))


class WordsField(TupleField):
    """A list of words, which forms have in one text: "D4 E5", "d4, e5"."""

    def words(self, texts: Sequence[str]) -> list[str]:
        return [word for text in texts for word in words_in(text)]


def words_in(text: str) -> list[str]:
    """Split a text at spaces, commas and semicolons."""
    return text.replace(",", " ").replace(";", " ").split()


class NumberField(serializers.IntegerField):
    """An integer."""

    default_error_messages = {"invalid": "a whole number", "max_string_length": "a whole number"}


class LineField(serializers.CharField):
    """A text on one line."""

    default_error_messages = {"max_length": "at most {max_length} characters"}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not is_one_line(text):
            raise serializers.ValidationError("one line, without control characters or marks of direction")
        return text


class OptionalLine(NullAsEmpty, LineField):
    """A text on one line, or null."""


class EnumField(serializers.ChoiceField):
    """A member of an enumeration, by its value. ``choices``: some of the values, by default all."""

    def __init__(self, kind: type[E], *, choices: Sequence[str] = (), **options: Any) -> None:
        self.kind = kind
        super().__init__(choices=choices or [member.value for member in kind], **options)

    def to_internal_value(self, data: Any) -> Any:
        return self.kind(super().to_internal_value(data))


def same_messages(fault: str, *codes: str) -> dict[str, Any]:
    """Return this message for every way of leaving a field empty."""
    return dict.fromkeys(codes, fault)


def is_list(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    """Return whether a form repeats the name of the field for each value."""
    return isinstance(field, serializers.ListField | serializers.MultipleChoiceField)
