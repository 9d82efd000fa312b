"""Which strings of a closed list a piece of the program can come to: what it calls is read, and not run.

A call graph from the compiled code. A function leads to the functions and classes that it names; a method
that is called on an unknown object is the method of that name of every class of which something reached
makes an instance. What cannot be told apart is taken in: too much is found rather than too little. What is
reached by a name that is only put together at run time is not seen; tests hold answers against what is found.
"""

import dis
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property, partial
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

OURS = frozenset(("rules", "games", "tournaments", "deploy"))
DEEPEST = 3  # tables in tables
MEMBERS = (FunctionType, property, staticmethod, classmethod, cached_property, Mapping, tuple)
LARGEST = 2000  # a table that is larger is data, and not part of the program


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is in the code of a function: ``called``, of its globals, are called by it themselves."""

    globals: frozenset[str]
    called: frozenset[str]
    attributes: frozenset[str]
    imports: frozenset[str]
    texts: frozenset[str]


@cache
def said_in(code: CodeType) -> Said:
    """Functions inside it and comprehensions count as its own."""
    names: dict[str, set[str]] = {name: set() for name in ("globals", "called", "attributes", "imports")}
    texts: set[str] = set()
    for part in _codes(code):
        texts.update(_texts(part.co_consts))
        for step in dis.get_instructions(part):
            if step.opname == "LOAD_GLOBAL":
                names["globals"].add(step.argval)
                if (step.arg or 0) & 1:  # a call follows
                    names["called"].add(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
                names["attributes"].add(step.argval)
            elif step.opname == "IMPORT_NAME":
                names["imports"].add(step.argval)
    kept = {name: frozenset(found) for name, found in names.items()}
    return Said(texts=frozenset(texts), **kept)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _texts(values: Collection[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield str(value)
        elif isinstance(value, tuple | frozenset):
            yield from _texts(value)


def is_ours(thing: Any) -> bool:
    module = getattr(thing, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] in OURS


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a function leads to by itself: ``things``, and whether each is called there."""

    things: tuple[tuple[Any, bool], ...]
    attributes: frozenset[str]
    texts: frozenset[str]


@cache
def _found_in(function: FunctionType) -> Found:
    said = said_in(function.__code__)
    named = {name: function.__globals__.get(name) for name in said.globals}
    things = [(value, name in said.called) for name, value in named.items() if not _is_nothing(value)]
    modules = [value for value in named.values() if isinstance(value, ModuleType)]
    modules += [sys.modules[name] for name in said.imports if name in sys.modules]
    for module in modules:
        if module.__name__.partition(".")[0] in OURS:
            of_module = (vars(module)[name] for name in said.attributes & vars(module).keys())
            things += [(value, True) for value in of_module if not _is_nothing(value)]
    for value in named.values():
        if isinstance(value, type) and is_ours(value):
            members = _members(value)
            things += [(one, False) for name in said.attributes for one in members.get(name, ())]
    return Found(things=tuple(things), attributes=said.attributes, texts=said.texts)


def _is_nothing(value: Any) -> bool:
    """Whether it leads nowhere: no value, and functions and classes of others."""
    if isinstance(value, FunctionType):
        return not is_ours(value) and value.__closure__ is None
    return value is None or isinstance(value, ModuleType | BuiltinFunctionType) or _is_of_others(value)


def _is_of_others(value: Any) -> bool:
    return isinstance(value, type) and not is_ours(value)


@dataclass(slots=True)
class Reach:
    """What has been reached so far; ``copy`` goes on from there. ``made``: classes with instances.

    ``generic``: functions that choose by the class of their argument, as ``decide`` does.
    """

    functions: set[FunctionType] = field(default_factory=set)
    made: set[type] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    generic: set[Any] = field(default_factory=set)
    _kinds: set[type] = field(default_factory=set)
    _values: set[int] = field(default_factory=set)
    _waiting: list[FunctionType | type] = field(default_factory=list)

    def copy(self) -> "Reach":
        return Reach(
            functions=set(self.functions),
            made=set(self.made),
            names=set(self.names),
            texts=set(self.texts),
            generic=set(self.generic),
            _kinds=set(self._kinds),
            _values=set(self._values),
        )

    def reach(self, *things: Any) -> "Reach":
        """Go on from these: functions, classes that are made, tables of such, values."""
        for thing in things:
            self._take(thing, called=True)
        while self._waiting or self._choose():
            one = self._waiting.pop()
            if isinstance(one, type):
                self._methods_of(one)
            else:
                self._read(one)
        return self

    def _choose(self) -> bool:
        """Take in the ways of generic functions for what is made; whether there are new ones."""
        for function in self.generic:
            for kind, way in function.registry.items():
                if kind in self._kinds:
                    self._take(way)
        return bool(self._waiting)

    def _read(self, function: FunctionType) -> None:
        found = _found_in(function)
        self.texts |= found.texts
        for thing, called in found.things:
            self._take(thing, called=called)
        new = found.attributes - self.names
        self.names |= new
        for name in new:
            for cls in _BY_NAME.get(name, set()) & self.made:
                self._methods(cls, (name,))

    def _methods_of(self, cls: type) -> None:
        """Those that have been named, and those that the language calls."""
        self._methods(cls, [name for name in _members(cls) if name in self.names or name.startswith("__")])

    def _methods(self, cls: type, names: Collection[str]) -> None:
        members = _members(cls)
        for name in names:
            for member in members.get(name, ()):
                self._take(member)

    def _take(self, thing: Any, *, called: bool = False, depth: int = 0) -> None:  # noqa: C901, PLR0912  # one arm a kind
        match thing:
            case None | ModuleType() | bool() | int() | float() | bytes():
                return
            case Enum():
                self.texts.add(str(thing.value))
            case str():
                self.texts.add(thing)
            case staticmethod() | classmethod() | MethodType():
                self._take(thing.__func__, depth=depth)
            case property():
                self._take(thing.fget, depth=depth)
            case cached_property() | partial():
                self._take(thing.func, called=True, depth=depth)
                if isinstance(thing, partial):
                    self._all((*thing.args, *thing.keywords.values()), depth)
            case FunctionType():
                self._function(thing)
            case type():
                if called and is_ours(thing) and thing not in self.made:
                    self.made.add(thing)
                    self._kinds.update(one for one in thing.__mro__ if is_ours(one))
                    self._waiting.append(thing)
            case Mapping():
                self._all(thing.values(), depth, of=thing)
            case list() | tuple() | set() | frozenset():
                self._all(thing, depth, of=thing)
            case _:
                self._value(thing, depth)

    def _function(self, function: FunctionType) -> None:
        if hasattr(function, "registry") and hasattr(function, "dispatch"):
            self.generic.add(function)
            return
        if function in self.functions:
            return
        self.functions.add(function)
        self._take(getattr(function, "__wrapped__", None))
        for cell in function.__closure__ or ():
            try:
                self._take(cell.cell_contents, called=True)
            except ValueError:  # not filled yet
                continue
        if is_ours(function):
            self._all((*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()), 0)
            self._waiting.append(function)

    def _all(self, values: Any, depth: int, of: Any = None) -> None:
        if of is not None:
            if depth >= DEEPEST or len(of) > LARGEST or id(of) in self._values:
                return
            self._values.add(id(of))
        for value in list(values):
            self._take(value, depth=depth + 1)

    def _value(self, value: Any, depth: int) -> None:
        """An instance: its class is made, and what its fields hold counts as named."""
        wrapped = getattr(value, "__wrapped__", None)
        if isinstance(wrapped, FunctionType):
            self._take(wrapped)
        if not is_ours(type(value)) or id(value) in self._values:
            return
        self._values.add(id(value))
        self._take(type(value), called=True)
        if is_dataclass(value) and depth < DEEPEST:
            for one in fields(value):
                self._take(getattr(value, one.name, None), called=True, depth=depth + 1)


@cache
def _members(cls: type) -> dict[str, tuple[Any, ...]]:
    """What it and its ancestors of ours define, by name: a method may call the one that it replaces."""
    found: dict[str, tuple[Any, ...]] = {}
    for kind in cls.__mro__:
        if is_ours(kind):
            for name, member in vars(kind).items():
                if isinstance(member, MEMBERS):
                    _BY_NAME.setdefault(name, set()).add(cls)
                    found[name] = (*found.get(name, ()), member)
    return found


_BY_NAME: dict[str, set[type]] = {}
"""The classes that define a name, of those that ``_members`` was asked for."""
