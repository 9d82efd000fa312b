"""An operation: one thing that somebody can have done, said once.

A row of a table of operations names the command, the right it needs, whether it wants ``If-Match``, when a
reason is required, and its fields. REST's input and its document, a page's form and its errors, and the
check of rights follow from the row. What identifies the object (a round, a game) comes from the address.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import signature
from types import MappingProxyType, ModuleType
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid5

from django.http import QueryDict
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.log.unit_of_work import Context
from games.refusals import refuse
from games.rest.fields import LONGEST_REASON, FormText, WordsField, is_list, reason_field
from games.rest.form_words import in_form_words
from games.rest.strict import validated

C = TypeVar("C")
AnyField = serializers.Field[Any, Any, Any, Any]
REASON = OpenApiParameter("reason", str, description="Why; needed where others rely on what is undone.")
OPTIONAL = "optional"
"""A reason may be given and is never required."""
ALWAYS = "always"
"""A reason is required whatever the state."""
NO_FILES: Mapping[str, Any] = MappingProxyType({})
FROM_ADDRESS = {"number": "round", "club_group_id": "group_id"}
"""Parts of addresses that commands call by another name."""


_serializers: dict[tuple[str, frozenset[str]], type[serializers.Serializer[Any]]] = {}


@dataclass(frozen=True, kw_only=True)
class Operation(Generic[C]):
    """``title``: one sentence for the document. ``right``: a row of the permission table.

    ``reason``: when one is required, in words; "" where none is taken. Without other fields REST takes it
    from the query string, since a DELETE has no body. ``fixed``: what the command always has here.
    ``derived``: what follows from the command's context, such as the id of something new or the time.
    ``prepare``: from the fields' values to the command's arguments, where they are not the same. ``body``: a
    serializer that reads the whole body, where it is no list of fields. ``id``: of the operation in the
    document (``deploy/decisions/operation-ids.md``). ``details``: what the document says beside the title.
    """

    id: str
    title: str
    command: Callable[..., C]
    right: str
    match: bool = False
    reason: str = ""
    fields: Mapping[str, AnyField] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    derived: Mapping[str, Callable[[Context], Any]] = field(default_factory=dict)
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict
    reason_in_body: bool = False
    body: type[serializers.Serializer[Any]] | None = None
    details: str = ""
    name: str = ""
    """Of its body in the document; the command's, if it has none of its own."""
    notes: str = ""
    """What the fields mean beside their names, for the document."""

    @property
    def component(self) -> str:
        return self.name or self.command.__name__

    @cached_property
    def serializer(self) -> type[serializers.Serializer[Any]]:
        """The body over REST; a page's form is read by the same. One for all rows with the same fields."""
        if self.body is not None:
            return self.body
        declared = dict(self.fields) | ({"reason": reason_field()} if self.reason else {})
        members = {"__doc__": self.notes, **declared}
        made = type(self.component, (serializers.Serializer,), members)
        return _serializers.setdefault((self.component, frozenset(declared)), made)

    @property
    def has_body(self) -> bool:
        return bool(self.fields) or self.reason_in_body or self.body is not None

    @property
    def description(self) -> str:
        """What the document says of it."""
        reason = "" if self.reason in ("", OPTIONAL) else f"A reason is required{_when(self.reason)}."
        return "\n\n".join(part for part in (self.title, self.details, reason) if part)

    @property
    def asks_for(self) -> tuple[str, ...]:
        """The names of its fields, but for the reason."""
        return tuple(name for name in self.serializer().get_fields() if name != "reason")

    def from_request(self, request: Request) -> dict[str, Any]:
        """The values of a REST request. Raises ValidationError with a place for every fault."""
        if not self.has_body:
            return {"reason": reason_in_query(request)} if self.reason else {}
        data = request.data
        return self.from_values(typed(self.serializer(), data) if isinstance(data, QueryDict) else data)

    def from_values(self, values: Any) -> dict[str, Any]:
        """The same of JSON data. Raises ValidationError with a place for every fault."""
        return self.prepare(validated(self.serializer(data=values)))

    def from_form(self, form: QueryDict, files: Mapping[str, Any] = NO_FILES) -> dict[str, Any]:
        """The values of a page's form. Refuses with the first field that does not fit, and why."""
        return self.from_said(typed(self.serializer(), form, files))

    def from_said(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The same of what a page has read out of its form itself."""
        serializer = self.serializer(data=values)
        if not serializer.is_valid():
            fault = first_fault(serializer.errors)
            refuse("invalid", **{**fault, "fault": in_form_words(fault["fault"])})
        return self.prepare(serializer.validated_data)

    def reason_in_form(self, form: QueryDict) -> str:
        """The reason of a form that is about something else besides; cut at what a log keeps."""
        return str(form.get("reason", ""))[:LONGEST_REASON]

    def takes(self, argument: str) -> bool:
        """Whether the command has an argument that only an address can give."""
        return argument in signature(self.command).parameters and argument not in self.derived

    def order(self, values: Mapping[str, Any], context: Context, **address: Any) -> C:
        """The command. ``address``: the parts of the address that it names, ids as text or UUID."""
        known = {FROM_ADDRESS.get(name, name): as_text(value) for name, value in address.items()}
        derived = {name: derive(context) for name, derive in self.derived.items()}
        return self.command(**{**values, **self.fixed, **derived, **known})


def _when(reason: str) -> str:
    return "" if reason == ALWAYS else f" {reason}"


def rows_in(*modules: ModuleType) -> tuple[Operation[Any], ...]:
    """Every row of these modules, as it stands there."""
    return tuple(row for module in modules for row in vars(module).values() if isinstance(row, Operation))


def typed(
    serializer: serializers.BaseSerializer[Any],
    form: QueryDict,
    files: Mapping[str, Any] = NO_FILES,
    under: str = "",
) -> dict[str, Any]:
    """What was filled in. An empty field is one that is not named, unless it may be empty.

    A form names the members of a member by both names: ``remedy_score``. ``under``: such a first name.
    """
    filled: dict[str, Any] = {}
    for name, kind in getattr(serializer, "fields", {}).items():
        named = f"{under}{name}"
        if isinstance(kind, serializers.Serializer):
            value: Any = typed(kind, form, files, under=f"{named}_")
        else:
            value = files[named] if named in files else _filled_in(kind, named, form)
        if value is not None and (value not in ("", {}) or getattr(kind, "allow_blank", False)):
            filled[name] = value
    return filled


def _filled_in(kind: AnyField, named: str, form: QueryDict) -> Any:
    """A text, a file, or a list of texts; None for what the form does not name."""
    if named not in form:
        return None
    if isinstance(kind, WordsField):
        return kind.words(form.getlist(named))
    if is_list(kind):
        return [value for value in form.getlist(named) if value]
    value = form[named]
    if not isinstance(value, str):
        return value
    return FormText(value.strip()[:LONGEST_REASON] if named == "reason" else value.strip())


def new_id(kind: str) -> Callable[[Context], str]:
    """The id of something new: the same when the command is given again."""
    return lambda context: str(uuid5(context.command_id, kind))


def new_ids(kind: str) -> Callable[[Context], Callable[[int], str]]:
    """The ids of several that are new, by number: the same when the command is given again."""
    return lambda context: lambda number: str(uuid5(context.command_id, f"{kind}/{number}"))


def at_the_time(context: Context) -> Any:
    """When the command was given."""
    return context.at


def reason_in_query(request: Request) -> str:
    """``?reason=`` of a request without a body. Raises ValidationError for one that is too long."""
    reason: str = request.query_params.get("reason", "")
    if len(reason) > LONGEST_REASON:
        raise ValidationError({"reason": [f"At most {LONGEST_REASON} characters."]})
    return reason


def as_text(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


def first_fault(faults: Any, place: str = "") -> dict[str, str]:
    """The first place of a serializer's errors that has a name, and the first sentence about it."""
    while isinstance(faults, Mapping):
        name, faults = next(iter(faults.items()))
        if isinstance(name, str) and name != api_settings.NON_FIELD_ERRORS_KEY:
            place = f"{place}.{name}" if place else name
    if isinstance(faults, list):
        return first_fault(faults[0], place)
    return {"field": place, "fault": str(faults)}
