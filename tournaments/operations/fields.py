"""Fields that more than one operation asks for, with what a person reads where a value does not fit."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.rest.fields import FiniteField
from rules.choices import HALF_BOARD, UNLIMITED
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.domain.guards import is_half_point
from tournaments.one_line import fits

MOST_STONES = 9
LARGEST_LIMIT = 2**31 - 1


class HandicapField(serializers.IntegerField):
    """Handicap stones; 1 is no komi alone."""

    default_error_messages = dict.fromkeys(
        ("invalid", "min_value", "max_value", "max_string_length"), f"0 to {MOST_STONES} stones"
    )

    def __init__(self, **options: Any) -> None:
        options.setdefault("help_text", "Stones; 1 is only a smaller komi.")
        super().__init__(min_value=0, max_value=MOST_STONES, **options)


class KomiField(FiniteField):
    """Points that White receives, in halves."""

    default_error_messages = {
        "invalid": "a number such as 6.5",
        "halves": "half points from -400 to 400",
        "max_string_length": "a number such as 6.5",
    }

    def to_internal_value(self, data: Any) -> float:
        number = super().to_internal_value(data)
        if not is_half_point(number):
            self.fail("halves")
        return number


class TableField(serializers.IntegerField):
    """The number of a table."""

    default_error_messages = {"invalid": "a number"}


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

    default_error_messages = {"max_length": "at most {max_length} characters"}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if not fits(text):
            raise serializers.ValidationError("one line, without control characters or marks of direction")
        return text


class CountryField(serializers.RegexField):
    """A country by its two letters; forms may write them small."""

    default_error_messages = {"invalid": "two letters, such as NL"}

    def __init__(self, **options: Any) -> None:
        super().__init__(r"^[A-Z]{2}\Z", **options)


class NumberField(serializers.IntegerField):
    """A whole number."""

    default_error_messages = {"invalid": "a whole number", "max_string_length": "a whole number"}


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string"}], "example": UNLIMITED})
class LimitField(serializers.Field[Any, Any, Any, Any]):
    """A whole number, or a word such as "unlimited"."""

    default_error_messages = {"invalid": "a whole number, or a word such as unlimited"}

    def to_internal_value(self, data: Any) -> int | str:
        number = isinstance(data, int) and not isinstance(data, bool) and abs(data) <= LARGEST_LIMIT
        if number or data in (UNLIMITED, HALF_BOARD):
            value: int | str = data
            return value
        return self.fail("invalid")

    def to_representation(self, value: Any) -> Any:
        return value


class PointsField(FiniteField):
    """A number of points."""

    default_error_messages = {"invalid": "a number of points, such as 6.5"}
