"""Bodies of responses as ``TypedDict``, shared by the function that makes a body and the API document.

``Annotated[str, ("format", "uuid")]`` adds what a Python type cannot express in JSON Schema; a tuple is a
list there, since types must be hashable.
"""

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypedDict,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import append_meta, build_array_type, build_object_type, resolve_type_hint
from drf_spectacular.utils import Direction

T = TypeVar("T")
Schema = dict[str, Any]
IdText = Annotated[str, ("format", "uuid")]
DateTimeText = Annotated[str, ("format", "date-time")]
RankText = Annotated[str, ("pattern", r"^([1-9]|[12][0-9]|30)[kd]$"), ("example", "3d")]
PlayerRankText = Annotated[str, ("pattern", r"^(([1-9]|[12][0-9]|30)[kd]|[1-9]p)$"), ("example", "3d")]
"""The rank of a player, or a professional's grade."""
UriText = Annotated[str, ("format", "uri")]
DayText = Annotated[str, ("format", "date")]
OptionalText = Annotated[str, ("nullable", True)]
"""A text that may be missing: "" in Python, null in JSON (``games.rest.media.NullRenderer``)."""
OptionalTime = Annotated[DateTimeText, ("nullable", True)]
OptionalDay = Annotated[DayText, ("nullable", True)]

EventData = Annotated[
    dict[str, Any],
    (
        "description",
        "By the schema of the kind, /api/docs/log/schemas/KIND.json; what is secret is empty.",
    ),
]


def body_from(body: type[T], held: object, **members: Any) -> T:
    """Return the body of a row or a value: ``members``, and its attributes with the names of the others."""
    names = body.__annotations__
    return cast("T", {name: members[name] if name in members else getattr(held, name) for name in names})


class TypedDictSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers itself
    """The schema of a ``TypedDict``: its docstring, its members, and those that are required."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        return str(self.target.__name__).removesuffix("Body")

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        hints = get_type_hints(self.target, include_extras=True)
        schema: Schema = build_object_type(
            properties={name: schema_of(hint, auto_schema, direction) for name, hint in hints.items()},
            required=[name for name in hints if name in self.target.__required_keys__],
            description=inspect.getdoc(self.target) if vars(self.target).get("__doc__") else None,
        )
        return schema


def schema_of(hint: Any, auto_schema: AutoSchema, direction: Direction) -> Schema:
    """Return the JSON Schema of a type hint."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Annotated, NotRequired):
        meta = {name: list(value) if isinstance(value, tuple) else value for name, value in inner[1:]}
        return _with_meta(schema_of(inner[0], auto_schema, direction), meta)
    if is_typeddict(hint) or hasattr(hint, "to_representation"):  # the latter is a serializer
        return dict(auto_schema.resolve_serializer(hint, direction).ref)
    if origin in (UnionType, Union):
        return _one_of(inner, auto_schema, direction)
    if origin in (list, tuple, Sequence):
        return build_array_type(schema_of(inner[0], auto_schema, direction))
    if origin in (dict, Mapping):
        return build_object_type(additionalProperties=schema_of(inner[1], auto_schema, direction))
    return {} if hint in (Any, object) else _with_meta({}, resolve_type_hint(hint))  # type: ignore[no-untyped-call]  # of theirs


def _with_meta(schema: Schema, meta: Schema) -> Schema:
    """Return a schema with further keywords; "" among the values is null in JSON."""
    schema = append_meta(schema, meta)
    if "" in schema.get("enum", ()):
        return _or_null({**schema, "enum": [value for value in schema["enum"] if value]})
    return schema


def _one_of(parts: Sequence[Any], auto_schema: AutoSchema, direction: Direction) -> Schema:
    schemas = [schema_of(part, auto_schema, direction) for part in parts if part is not NoneType]
    schema = schemas[0] if len(schemas) == 1 else {"anyOf": schemas}
    return _or_null(schema) if schema and NoneType in parts else schema


def _or_null(schema: Schema) -> Schema:
    """Add null to a choice of values."""
    values = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return append_meta({**schema, **values}, {"nullable": True})


@cache
def page(body: Any) -> Any:
    """Return the envelope of one page of a list of such bodies, for the document."""
    name = body.__name__.removesuffix("Body") if is_typeddict(body) else body.__name__
    members = {"next": UriText | None, "previous": UriText | None, "results": list[body]}
    return TypedDict(f"{name}Page", members)  # type: ignore[operator]  # made at run time
