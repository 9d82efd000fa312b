"""Serializers of commands, from the inputs that their classes declare (``games.inputs``).

Of a body with many lines all are stored or none, or each line has a result of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from games.inputs import Declared, Input, Lines, Written, annotated_fields, inputs_of
from games.marking import marked
from games.refusals import Code, Refusal, register
from games.rest.faults import validation_faults
from games.rest.fields import (
    EnumField,
    FiniteField,
    IdField,
    LineField,
    NumberField,
    OptionalLine,
    OptionalMatch,
    OptionalText,
    TupleField,
)
from games.rest.strict import strict_faults, with_choices

EACH = "each"
MOST_LINES = 1_000

register(
    {
        "lines_refused": Code(
            status=422,
            title=marked("Some lines are refused, and nothing was stored."),
            advice=marked("Correct the lines listed in errors."),
        ),
        "named_twice": Code(
            status=422,
            title=marked("Another line is about the same game or player."),
            advice=marked("Send one line about each game or player."),
        ),
    }
)


class LinesField(TupleField):
    """Lines, each parsed by ``child``. With a result for each line, an invalid one becomes a Refusal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_length": 1, "max_length": MOST_LINES, **options})

    def run_child_validation(self, data: list[Any]) -> Any:
        if not self.alone:
            return super().run_child_validation(data)
        return [self._parse_line(line) for line in data]

    @property
    def alone(self) -> bool:
        """Return whether each line has a result of its own."""
        said = getattr(self.root, "initial_data", {}).get(EACH)
        return isinstance(said, bool | int | str) and said in serializers.BooleanField.TRUE_VALUES

    def _parse_line(self, line: Any) -> Any:
        if strange := strict_faults(self.child, line):
            return Refusal("invalid", {"errors": validation_faults(strange)})
        try:
            return self.child.run_validation(line)
        except ValidationError as fault:
            return Refusal("invalid", {"errors": validation_faults(with_choices(self.child, fault.detail))})


AnyField = serializers.Field[Any, Any, Any, Any]
UNFIT = (
    "invalid",
    "max_string_length",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "empty",
    "invalid_choice",
)
MISSING_CODES = ("required", "blank", "null")


def serializer_fields(declared: Iterable[Declared]) -> dict[str, AnyField]:
    """Return the fields of a serializer, by their names in a request."""
    return {one.member: _field_for(one) for one in declared}


def _field_for(declared: Declared) -> AnyField:
    given = declared.input
    options: dict[str, Any] = {}
    if declared.name != declared.member:
        options["source"] = declared.name
    if given.needed:
        options["required"] = True
    elif declared.default is None or given.optional:
        options["required"] = False
    elif declared.default is not MISSING:
        options["default"] = _as_request_value(declared.default)
    if given.null:
        options["allow_null"] = True
    if given.help:
        options["help_text"] = given.help
    return input_field(declared.type, given, **options)


def _as_request_value(default: Any) -> Any:
    return list if isinstance(default, tuple | frozenset) and not default else default


def input_field(hint: Any, given: Input, **options: Any) -> AnyField:
    """Return the field of a serializer for values of a type. ``options``: of the field."""
    if isinstance(given, Lines):
        line = serializer_of(given.of, in_lines=True)()
        return LinesField(child=line, **_bounds(given, "length"), **options)
    several = _collection_type(hint)
    if several:
        return TupleField(
            child=_item_field(get_args(several)[0]), **_bounds(given, "length"), **_messages(given), **options
        )
    if given.check:
        options["validators"] = [_validator(given.check)]
    options |= _messages(given)
    if isinstance(given, Written):
        return WrittenField(given, **options)
    kind = _kind_of(hint)
    if isinstance(kind, type) and is_dataclass(kind):
        return serializer_of(kind)(**options)
    return _plain_field(kind, given, options)


def _collection_type(hint: Any) -> Any:
    """Return the ``tuple[...]`` or ``frozenset[...]`` that a type is, or is unless None; else None."""
    return next((one for one in (hint, *get_args(hint)) if get_origin(one) in (tuple, frozenset)), None)


def _kind_of(hint: Any) -> Any:
    """Return the type of the values: of ``int | float | None`` float, of ``str | None`` str."""
    parts = [part for part in get_args(hint) or (hint,) if part is not NoneType]
    return float if float in parts else parts[0]


def _plain_field(kind: Any, given: Input, options: dict[str, Any]) -> AnyField:
    if kind is str:
        return _text_field(given, options)
    if issubclass(kind, Enum):
        return EnumField(kind, choices=tuple(given.choices), **options)
    if kind is bool:
        return serializers.BooleanField(**options)
    number = NumberField if kind is int else FiniteField
    return number(**_bounds(given, "value"), **options)


def _text_field(given: Input, options: dict[str, Any]) -> AnyField:
    if given.is_id:
        return IdField(**options)
    if given.empty:
        return _optional_text_field(given, options)
    if given.choices:
        return serializers.ChoiceField(choices=tuple(given.choices), **options)
    if given.pattern:
        return serializers.RegexField(given.pattern, **options)
    text = LineField if given.one_line else serializers.CharField
    return text(max_length=given.longest, **options)


def _optional_text_field(given: Input, options: dict[str, Any]) -> AnyField:
    if "default" in options:
        options["default"] = options["default"] or None
    else:
        options.setdefault("required", True)
    if given.pattern:
        return OptionalMatch(given.pattern, **options)
    text = OptionalLine if given.one_line else OptionalText
    return text(max_length=given.longest, **options)


def _item_field(hint: Any) -> AnyField:
    kind, *found = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    return input_field(kind, found[0] if found else Input())


def _bounds(given: Input, of: str) -> dict[str, Any]:
    bounds = {f"min_{of}": given.low, f"max_{of}": given.high}
    return {name: bound for name, bound in bounds.items() if bound is not None}


def _messages(given: Input) -> dict[str, Any]:
    codes = dict.fromkeys(UNFIT, given.fault) if given.fault else {}
    if given.missing:
        codes |= dict.fromkeys(MISSING_CODES, given.missing)
    return {"error_messages": codes} if codes else {}


def _validator(check: Callable[[Any], object]) -> Callable[[Any], None]:
    def validate(value: Any) -> None:
        try:
            check(value)
        except ValueError as fault:
            raise serializers.ValidationError(str(fault)) from fault

    return validate


class WrittenField(serializers.Field[Any, Any, Any, Any]):
    """A value in the form in which people write it."""

    def __init__(self, written: Written, **options: Any) -> None:
        super().__init__(**options)
        self.written = written
        set_override(self, "field", dict(written.schema))

    def to_internal_value(self, data: Any) -> Any:
        if self.written.schema.get("type") == "string" and not isinstance(data, str):
            raise serializers.ValidationError("Not a valid string.", "wrong_type")
        try:
            return self.written.parse(data)
        except ValueError as fault:
            message = self.written.fault or str(fault)
            raise serializers.ValidationError(message, self.written.code) from fault

    def to_representation(self, value: Any) -> Any:
        return self.written.show(value) if self.written.show else value


@cache
def serializer_of(cls: type, *, in_lines: bool = False) -> type[serializers.Serializer[Any]]:
    """Return the serializer of all inputs of a class."""
    members = {"__doc__": cls.__doc__, **serializer_fields(inputs_of(cls, in_lines=in_lines))}
    name = f"{cls.__name__.removesuffix('Line')}Line" if in_lines else cls.__name__
    return type(name, (serializers.Serializer,), members)


def build_values(cls: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the validated values as fields of a command have them: tuples, sets, dataclasses."""
    hints = {one.name: (kind, found) for one, kind, found in annotated_fields(cls)}
    return {name: _build_value(*hints.get(name, (None, None)), value) for name, value in values.items()}


def _build_value(kind: Any, found: Any, value: Any) -> Any:
    if isinstance(found, Lines):
        return tuple(_line(found, line) for line in value)
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(value, Mapping):
        return kind(**build_values(kind, value))
    several = _collection_type(kind)
    if several and value is not None:
        return get_origin(several)(_build_value(get_args(several)[0], None, item) for item in value)
    return value


def _line(lines: Lines, line: Any) -> Any:
    if isinstance(line, Refusal) or not lines.built:
        return line
    return lines.of(**build_values(lines.of, line))
