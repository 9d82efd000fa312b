"""Inputs of a command: its fields that a request or a form gives, declared by annotations. Pure.

``table: Annotated[int, Input(low=1, high=500)]`` is a number in a request's body. A field without such an
annotation comes from the address, from the context (``Derived``) or from the code that gives the command.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, ClassVar, Protocol
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

    ``name``: in the request, if not the field's own. ``low``, ``high``: bounds of a number, or of the number
    of items in a list. ``longest``: characters of a text. ``empty``: whether a text may be empty. ``null``:
    whether null is a value. ``optional``: it may be left out although the command needs it; ``needed``:
    it may not, although the command has a default. ``check`` raises
    ValueError for a value that does not fit. ``fault``: the message for such a value, by default one of the
    kind of value; ``missing``: the message for none at all. ``in_lines``: asked for only in a line of a
    batch, because otherwise the address gives it. ``one_line``: of a text; ``pattern``: that it must match.
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
    one_line: bool = False
    pattern: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Input):
    """A value that people write in a form of their own: ``parse`` reads it, ``show`` writes it.

    ``parse`` raises ValueError. ``schema``: of the written form, for the API document.
    """

    parse: Callable[[Any], Any]
    show: Callable[[Any], Any]
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(Input):
    """Lines of a batch, each with the inputs of ``of``. ``built``: read as such values, else as mappings."""

    of: type
    built: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Flat:
    """A value whose fields are members of the request itself."""


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


def new_id(kind: str) -> Derived:
    """Return the id of something new, which is the same when the command is repeated."""
    return Derived(lambda context: str(uuid5(context.command_id, kind)))


def new_ids(kind: str) -> Derived:
    """Return a function from numbers to the ids of new things, the same when the command is repeated."""
    return Derived(lambda context: lambda number: str(uuid5(context.command_id, f"{kind}/{number}")))


Id = Annotated[str, Input(is_id=True)]
Reason = Annotated[str, Input(longest=LONGEST_REASON, empty=True)]
Now = Annotated[datetime, Derived(lambda context: context.at)]
