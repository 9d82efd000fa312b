"""Inputs of commands: fields that come from a request or a form, declared by annotations. Pure.

``table: Annotated[int, Input(low=1, high=500)]`` is a number in a request's body. A field without such an
annotation comes from the address, from the context (``Derived``) or from the code that gives the command.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
from datetime import datetime
from functools import cache
from typing import Annotated, Any, ClassVar, Protocol, get_args, get_origin, get_type_hints
from uuid import UUID, uuid5

LONGEST_REASON = 500
ONCE_PAIRED = "once a round is paired"
ONCE_PUBLISHED = "once the round is published"
OPTIONAL = "optional"
"""A reason may be given and is never required."""
ALWAYS = "always"
"""A reason is required in every state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """The form of a value in a request.

    ``name``: in the request, if not the field's own. ``label``: for people; ``show`` writes a value for them.
    ``low``, ``high``: bounds of a number, or of the number of items in a list. ``longest``: characters of a
    text. ``empty``: whether a text may be empty. ``one_line``, ``pattern``: of a text. ``null``: whether null
    is a value. ``optional``: it may be left out although the command needs it; ``needed``: it may not,
    although the command has a default. ``check`` raises ValueError for a value that does not fit. ``fault``:
    the message for such a value, by default one of the kind of value; ``missing``: the message for none at
    all. ``in_lines``: asked for only in a line of a batch, because otherwise the address gives it.
    """

    name: str = ""
    help: str = ""
    low: float | None = None
    high: float | None = None
    longest: int | None = None
    empty: bool = False
    null: bool = False
    optional: bool = False
    needed: bool = False
    choices: Sequence[str] = ()
    check: Callable[[Any], object] | None = None
    fault: str = ""
    missing: str = ""
    in_lines: bool = False
    is_id: bool = False
    label: str = ""
    show: Callable[[Any], Any] | None = None
    one_line: bool = False
    pattern: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Input):
    """An input with its own notation, which ``parse`` reads.

    ``parse`` raises ValueError, a fault with this ``code``. ``schema``: of the written form, for the API
    document.
    """

    parse: Callable[[Any], Any]
    code: str = "invalid"
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(Input):
    """Lines of a batch, each with the inputs of ``of``. ``built``: read as such values, else as mappings."""

    of: type
    built: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Flat:
    """A value whose fields are members of the request itself. ``of``: what declares them, if not its type."""

    of: type | None = None


@dataclass(frozen=True, slots=True)
class PartOf:
    """Some of the inputs of a class, by name; those left out are unchanged."""

    of: type


class Declaration:
    """Base of commands that declare their right and when they need a reason.

    ``right``: a row of the permission table. ``reason_needed``: in words; empty if no reason is taken.
    """

    __slots__ = ()
    right: ClassVar[str] = ""
    reason_needed: ClassVar[str] = ""

    def __init_subclass__(cls, *, right: str = "", reason_needed: str = "", **options: Any) -> None:
        super().__init_subclass__(**options)
        if right:
            cls.right = right
        if reason_needed:
            cls.reason_needed = reason_needed


class Origin(Protocol):
    """The context of a command."""

    @property
    def command_id(self) -> UUID: ...
    @property
    def at(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class Derived:
    """A field that follows from the context of the command, unless the address gives it."""

    value: Callable[[Origin], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """An input of a class: the field's name and type, its input, and its default (MISSING without one)."""

    name: str
    type: Any
    input: Input
    default: Any

    @property
    def member(self) -> str:
        return self.input.name or self.name


@cache
def inputs_of(cls: type, *, in_lines: bool = False) -> tuple[Declared, ...]:
    """Return the inputs of a class, in the order of its fields."""
    return tuple(one for one in _iterate_inputs(cls) if in_lines or not one.input.in_lines)


def _iterate_inputs(cls: Any) -> Iterator[Declared]:
    for one, hint, found in annotated_fields(cls):
        if isinstance(found, Input):
            yield Declared(name=one.name, type=hint, input=found, default=_default_of(one))
        elif isinstance(found, Flat):
            for inner in _iterate_inputs(found.of or hint):
                given = replace(inner.input, name=inner.member)
                name = f"{one.name}.{inner.name}"
                yield Declared(name=name, type=inner.type, input=given, default=inner.default)
        elif isinstance(found, PartOf):
            for inner in _iterate_inputs(found.of):
                yield Declared(
                    name=inner.name, type=inner.type, input=replace(inner.input, needed=False), default=None
                )


def derivations_of(cls: Any) -> dict[str, Callable[[Any], Any]]:
    """Return how fields of a command follow from its context, by name."""
    return {one.name: found.value for one, _, found in annotated_fields(cls) if isinstance(found, Derived)}


@cache
def annotated_fields(cls: Any) -> tuple[tuple[Field[Any], Any, Any], ...]:
    """Return each field of a dataclass with its type and the declaration in its annotation, if any."""
    hints = get_type_hints(cls, include_extras=True) if is_dataclass(cls) else {}
    annotated = [one for one in (fields(cls) if hints else ()) if get_origin(hints[one.name]) is Annotated]
    return tuple((one, *get_args(hints[one.name])[:2]) for one in annotated)


def _default_of(one: Field[Any]) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default


def new_id(kind: str) -> Derived:
    """Return the id of something new, which is the same when the command is repeated."""
    return Derived(lambda context: str(uuid5(context.command_id, kind)))


def new_ids(kind: str) -> Derived:
    """Return a function from numbers to the ids of new things, the same when the command is repeated."""
    return Derived(lambda context: lambda number: str(uuid5(context.command_id, f"{kind}/{number}")))


Id = Annotated[str, Input(is_id=True)]
Reason = Annotated[str, Input(longest=LONGEST_REASON, empty=True)]
Now = Annotated[datetime, Derived(lambda context: context.at)]
