"""Operations: commands as REST and pages give them.

A command declares its right, its inputs and when it needs a reason (``games.inputs``). An operation adds its
id in the API document, whether it wants ``If-Match``, and the inputs that are fixed at its address. The body
and its document, a page's form and its errors follow. The address identifies the object (a round, a game).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, cached_property
from inspect import signature
from types import MappingProxyType
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.inputs import ALWAYS, LONGEST_REASON, OPTIONAL, Declaration, Declared, derivations_of, inputs_of
from games.log.unit_of_work import Context
from games.refusals import refuse
from games.rest.faults import in_form_words
from games.rest.fields import FormText, NullAsEmpty, OptionalText, WordsField, is_list
from games.rest.inputs import build_values, serializer_fields
from games.rest.strict import validate, wrong_names

C = TypeVar("C")
AnyField = serializers.Field[Any, Any, Any, Any]
REASON = OpenApiParameter("reason", str, description="Why; needed where others rely on what is undone.")
SENTENCE_END = re.compile(r"(?<=\.)\s")
NO_FILES: Mapping[str, Any] = MappingProxyType({})
FROM_ADDRESS = {"number": "round", "club_group_id": "group_id"}
"""Parts of addresses that commands call by another name."""


_serializers: dict[tuple[str, frozenset[str]], type[serializers.Serializer[Any]]] = {}


@dataclass(frozen=True)
class Operation(Generic[C]):
    """A command at an address.

    ``id``: of the operation in the document (``deploy/decisions/rest.md``). ``title``: one sentence
    for the document, by default the first of the command's docstring. ``right``: a row of the permission
    table, by default the command's. ``dry_run``: whether ``?dry_run=true`` rolls it back.
    ``status``: of the response. ``reason``: when one is required, in words; "" if none is taken. Without
    other inputs REST takes it from the query string, since a DELETE has no body. ``fixed``: arguments that
    the command always has here. ``asks``: the class whose inputs are asked for, by default the command.
    ``fields``: fields in addition to the inputs, or in their place. ``files``: those that are files in a
    form, where JSON has none or a text. ``prepare`` makes arguments of the fields' values. ``body``: a
    serializer that reads the whole body. ``details``: for the document, after the title. ``name``: of the
    body in the document, by default the command's. ``notes``: on the body, for the document.
    """

    command: Callable[..., C]
    id: str = ""
    _: KW_ONLY
    title: str = ""
    right: str = ""
    match: bool = False
    dry_run: bool = False
    status: int = 200
    reason: str = ""
    asks: type | None = None
    fields: Mapping[str, AnyField] = field(default_factory=dict)
    files: Mapping[str, AnyField] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict
    reason_in_body: bool = False
    body: type[serializers.Serializer[Any]] | None = None
    details: str = ""
    name: str = ""
    notes: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.command, type) and issubclass(self.command, Declaration):
            title = self.title or first_sentence(self.command.__doc__ or "")
            declared = {"title": title, "right": self.right or self.command.right}
            for name, value in (declared | {"reason": self.reason or self.command.reason_needed}).items():
                object.__setattr__(self, name, value)

    @property
    def component(self) -> str:
        return self.name or self.command.__name__

    @cached_property
    def all_fields(self) -> dict[str, AnyField]:
        """The fields of the body, without the reason."""
        return {**serializer_fields(self._inputs), **self.fields}

    @property
    def _inputs(self) -> list[Declared]:
        return [one for one in inputs_of(self._form) if one.name not in self.fixed and one.member != "reason"]

    @property
    def _form(self) -> Any:
        return self.asks or self.command

    @cached_property
    def serializer(self) -> type[serializers.Serializer[Any]]:
        """Return the serializer of the body; operations on the same fields of a command share it."""
        if self.body is not None:
            return self.body
        declared = dict(self.all_fields)
        if self.reason:
            declared["reason"] = OptionalText(max_length=LONGEST_REASON, default=None)
        members = {"__doc__": self.notes, **declared}
        made = type(self.component, (serializers.Serializer,), members)
        return _serializers.setdefault((self.component, frozenset(declared)), made)

    @cached_property
    def form_serializer(self) -> type[serializers.Serializer[Any]]:
        """Return the serializer of forms, which may have files."""
        if not self.files:
            return self.serializer
        members = {"__doc__": self.notes, **self.files}
        return type(f"{self.component}Form", (self.serializer,), members)

    @property
    def has_body(self) -> bool:
        return bool(self.all_fields) or self.reason_in_body or self.body is not None

    @property
    def description(self) -> str:
        """The description in the API document."""
        condition = "" if self.reason == ALWAYS else f" {self.reason}"
        reason = "" if self.reason in ("", OPTIONAL) else f"A reason is required{condition}."
        return "\n\n".join(part for part in (self.title, self.details, reason) if part)

    def from_request(self, request: Request) -> dict[str, Any]:
        """Return the values of a REST request. Raises ValidationError with a place for every fault."""
        if not self.has_body:
            return {"reason": reason_in_query(request)} if self.reason else {}
        if not isinstance(request.data, QueryDict):
            return self.from_values(request.data)
        form = self.form_serializer()
        values = filled_in_values(form, request.data)
        wrong = wrong_names(form, request.data)
        return self._arguments(validate(self.form_serializer(data=values), wrong))

    def from_values(self, values: Any) -> dict[str, Any]:
        """Return the values of JSON data. Raises ValidationError with a place for every fault."""
        return self._arguments(validate(self.serializer(data=values)))

    def from_form(self, form: QueryDict, files: Mapping[str, Any] = NO_FILES) -> dict[str, Any]:
        """Return the values of a page's form. Refuses with the first invalid field and its fault."""
        serializer = self.form_serializer(data=filled_in_values(self.form_serializer(), form, files))
        if not serializer.is_valid():
            fault = first_fault(serializer.errors)
            refuse("invalid", **{**fault, "fault": in_form_words(fault["fault"])})
        return self._arguments(serializer.validated_data)

    def _arguments(self, values: dict[str, Any]) -> dict[str, Any]:
        prepared = self.prepare(values)
        return build_values(self._form, prepared)

    def takes(self, argument: str) -> bool:
        """Return whether the command has an argument that only an address can give."""
        return argument in signature(self.command).parameters and argument not in derivations_of(self.command)

    def command_for(self, values: Mapping[str, Any], context: Context, **address: Any) -> C:
        """Return the command. ``address``: the parts of the address that it names, ids as text or UUID."""
        known = {FROM_ADDRESS.get(name, name): as_text(value) for name, value in address.items()}
        derive = derivations_of(self.command).items()
        derived = {name: value(context) for name, value in derive if name not in known}
        return self.command(**{**values, **self.fixed, **derived, **known})


@cache
def _form_of(command: Any, known: frozenset[str]) -> Operation[Any]:
    return Operation(command, fixed=dict.fromkeys(known))


def values_of_form(command: Any, form: QueryDict, *known: str) -> dict[str, Any]:
    """Return the inputs of a command from a page's form, except those that the page knows.

    Refuses with the first invalid field and its fault.
    """
    return _form_of(command, frozenset(known)).from_form(form)


def command_with(command: type[C], values: Mapping[str, Any], context: Context, **known: Any) -> C:
    """Return the command with these values, and those that follow from its context."""
    return Operation(command).command_for(values, context, **known)


def command_from_form(command: type[C], form: QueryDict, context: Context, **known: Any) -> C:
    """Return the command of a page's form. ``known``: arguments that the page knows."""
    return command_with(command, values_of_form(command, form, *known), context, **known)


def filled_in_values(
    serializer: serializers.BaseSerializer[Any],
    form: QueryDict,
    files: Mapping[str, Any] = NO_FILES,
    under: str = "",
) -> dict[str, Any]:
    """Return the filled-in fields. An empty field counts as absent, unless it may be empty.

    A form joins the names of nested members: ``remedy_score``. ``under``: the prefix of nested names.
    """
    filled: dict[str, Any] = {}
    for name, kind in getattr(serializer, "fields", {}).items():
        named = f"{under}{name}"
        if isinstance(kind, serializers.Serializer):
            value: Any = filled_in_values(kind, form, files, under=f"{named}_")
        else:
            value = files[named] if named in files else _filled_in_value(kind, named, form)
        if value == "" and isinstance(kind, NullAsEmpty):
            filled[name] = None
        elif value is not None and (value not in ("", {}) or getattr(kind, "allow_blank", False)):
            filled[name] = value
    return filled


def _filled_in_value(kind: AnyField, named: str, form: QueryDict) -> Any:
    """Return a text, a file, or a list of texts; None if the form lacks the field."""
    if named not in form:
        return None
    if isinstance(kind, WordsField) and all(isinstance(value, str) for value in form.getlist(named)):
        return kind.words(form.getlist(named))
    if is_list(kind):
        return [value for value in form.getlist(named) if value]
    value = form[named]
    if not isinstance(value, str):
        return value
    return FormText(value.strip()[:LONGEST_REASON] if named == "reason" else value.strip())


def first_sentence(text: str) -> str:
    return " ".join(SENTENCE_END.split(text, maxsplit=1)[0].split())


def reason_in_query(request: Request) -> str:
    """Return ``?reason=`` of a request without a body. Raises ValidationError if it is too long."""
    reason: str = request.query_params.get("reason", "")
    if len(reason) > LONGEST_REASON:
        raise ValidationError({"query:reason": [f"At most {LONGEST_REASON} characters."]})
    return reason


def as_text(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


def first_fault(faults: Any, place: str = "") -> dict[str, str]:
    """Return the first place with a name in a serializer's errors, and the first message on it."""
    while isinstance(faults, Mapping):
        name, faults = next(iter(faults.items()))
        if isinstance(name, str) and name != api_settings.NON_FIELD_ERRORS_KEY:
            place = f"{place}.{name}" if place else name
    if isinstance(faults, list):
        return first_fault(faults[0], place)
    return {"field": place, "fault": str(faults)}
