"""The games of a file as trees of nodes: sgfmill parses them, this module locates their parts.

sgfmill's trees and errors have no offsets, so one pass over the tokens comes first. It enforces the limits,
finds the first token that may not follow the one before it, and records the offset of every property value of
the main line. The main line is all that comes before a game's first ")".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sgfmill import sgf_grammar

from games.sgf.faults import FaultCode, Note, NoteCode
from games.sgf.limits import Limits
from games.sgf.source import Source

_START = re.compile(rb"\(\s*;")
_TOKEN = re.compile(
    rb"\s*(?: (?P<value> \[ [^\\\]]* (?: \\. [^\\\]]* )* \] )"
    rb" | (?P<name> [A-Za-z]{1,64} ) | (?P<mark> [;()] ) )",
    re.VERBOSE | re.DOTALL,
)
_LOWER_CASE = bytes(range(ord("a"), ord("z") + 1))
_MAY_FOLLOW = {
    "(": (";",),
    ";": (";", "name", "(", ")"),
    "name": ("value",),
    "value": ("value", "name", ";", "(", ")"),
    ")": ("(", ")"),
}
_TOKEN_NAMES = {
    "(": "a variation",
    ";": "a node",
    "name": "a property",
    "value": "a value",
    ")": "the end of a variation",
}


class Value(NamedTuple):
    """A raw property value, escapes left in; `offset` is that of its "[" in `Source.utf8`."""

    raw: bytes
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A node of the main line. Properties keep the order of the file."""

    index: int
    offset: int
    properties: dict[str, tuple[Value, ...]]

    def first(self, name: str) -> Value | None:
        return self.properties.get(name, (None,))[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """One game. `variations` counts the lines other than the main one; the first begins at `aside`."""

    game: int
    offset: int
    nodes: tuple[Node, ...]
    variations: int
    aside: int


@dataclass(slots=True, kw_only=True)
class _Tally:
    """Counts over the whole file, compared with the limits."""

    limits: Limits
    nodes: int = 0
    values: int = 0
    depth: int = 0

    def excess(self, kind: str) -> FaultCode | None:
        """Count a token and return the fault if it exceeds a limit."""
        self.nodes += kind == ";"
        self.values += kind == "value"
        self.depth += (kind == "(") - (kind == ")")
        if self.nodes > self.limits.nodes:
            return FaultCode.TOO_MANY_NODES
        if self.values > self.limits.values:
            return FaultCode.TOO_MANY_VALUES
        return FaultCode.TOO_DEEP if self.depth > self.limits.depth else None


@dataclass(slots=True, kw_only=True)
class _Outline:
    """The result of one pass over a game's tokens, with offsets in `Source.utf8`.

    ``small``: lower-case names.
    """

    begin: int
    end: int = 0
    small: list[tuple[int, bytes]] = field(default_factory=list)
    lines: int = 0
    aside: int = 0
    spots: list[int] = field(default_factory=list)
    values: list[dict[str, list[int]]] = field(default_factory=list)

    def add(self, kind: str, offset: int, name: str, *, ends_line: bool) -> None:
        """Count the lines of play and record the offsets of the main line.

        The main line ends where the first line does.
        """
        self.lines += ends_line
        if self.lines:
            self.aside = self.aside or (offset if kind == "(" else 0)
        elif kind == ";":
            self.spots.append(offset)
            self.values.append({})
        elif kind == "value":
            self.values[-1].setdefault(name, []).append(offset)


def trees(source: Source, limits: Limits) -> tuple[tuple[Tree, ...], tuple[Note, ...]]:
    """Return the games of a file, with notes on text outside them and on lower-case names.

    Raises SgfFault.
    """
    found: list[Tree] = []
    tally = _Tally(limits=limits)
    position, outside, small = 0, None, None
    while start := _START.search(source.utf8, position):
        outside = _text_outside(source, position, start.start()) if outside is None else outside
        game = len(found)
        if game == limits.games:
            raise source.fault(FaultCode.TOO_MANY_GAMES, f"Over {limits.games} games", start.start(), game)
        outline = _outline(source, start.start(), game, tally)
        position = outline.end
        small = next((offset for offset, _ in outline.small), None) if small is None else small
        found.append(_tree(source, outline, game))
    if not found:
        raise source.fault(FaultCode.NO_GAME, 'No "(;", which begins a record', 0, 0)
    outside = _text_outside(source, position, len(source.utf8)) if outside is None else outside
    return tuple(found), _notes(source, outside, small)


def _text_outside(source: Source, begin: int, end: int) -> int | None:
    """Return the offset of the first text other than white space between two games."""
    between = source.utf8[begin:end]
    return begin + len(between) - len(between.lstrip()) if between.strip() else None


def _notes(source: Source, outside: int | None, small: int | None) -> tuple[Note, ...]:
    said = (
        (NoteCode.OUTSIDE_GAME, "Text outside the records was left out.", outside),
        (NoteCode.LOWER_CASE, "Properties in small letters were read as if in capitals.", small),
    )
    return tuple(source.note(code, text, offset) for code, text, offset in said if offset is not None)


def _tokens(source: Source, begin: int, game: int) -> Iterator[tuple[str, int, bytes]]:
    """Yield (kind, offset, token) up to the end of the file. Raises SgfFault if no token can be read."""
    position = begin
    while match := _TOKEN.match(source.utf8, position):
        position = match.end()
        name = match.lastgroup or ""
        token = match[name]
        yield (token.decode() if name == "mark" else name), match.start(name), token
    rest = source.utf8[position:]
    offset = position + len(rest) - len(rest.lstrip())
    if rest.lstrip().startswith(b"["):
        raise source.fault(FaultCode.UNFINISHED, 'A value without its "]"', offset, game)
    if offset < len(source.utf8):
        raise source.fault(FaultCode.GRAMMAR, "Text where a property or a node should be", offset, game)
    raise source.fault(FaultCode.UNFINISHED, 'The file ends within a record: a ")" is missing', offset, game)


def _outline(source: Source, begin: int, game: int, tally: _Tally) -> _Outline:
    found = _Outline(begin=begin)
    before, name = "", ""
    for kind, offset, token in _tokens(source, begin, game):
        _check_order(source, before, kind, offset, game)
        if code := tally.excess(kind):
            raise source.fault(code, "More than a record may hold", offset, game)
        if kind == "name":
            name = (token.translate(None, _LOWER_CASE) or token.upper()).decode("ascii")
            if token.islower():
                found.small.append((offset, token))
        found.add(kind, offset, name, ends_line=kind == ")" and before != ")")
        if not tally.depth:
            found.end = offset + 1
            break
        before = kind
    return found


def _check_order(source: Source, before: str, kind: str, offset: int, game: int) -> None:
    if before and kind not in _MAY_FOLLOW[before]:
        message = f"Unexpected {_TOKEN_NAMES[kind].split(' ', 1)[1]} after {_TOKEN_NAMES[before]}"
        raise source.fault(FaultCode.GRAMMAR, message, offset, game)


def _tree(source: Source, outline: _Outline, game: int) -> Tree:
    try:
        parsed = sgf_grammar.parse_sgf_game(_capitalise_names(source, outline))
    except ValueError as error:
        raise source.fault(FaultCode.GRAMMAR, str(error), outline.begin, game) from error
    main_line = sgf_grammar.main_sequence_iter(parsed)
    nodes = zip(main_line, outline.spots, outline.values, strict=True)
    return Tree(
        game=game,
        offset=outline.begin,
        nodes=tuple(_node(index, *node) for index, node in enumerate(nodes)),
        variations=outline.lines - 1,
        aside=outline.aside,
    )


def _capitalise_names(source: Source, outline: _Outline) -> bytes:
    """Return the game's text with lower-case names in capitals.

    FF[1] to FF[3] ignore lower-case letters in names; here they count only in names without capitals.
    """
    text = bytearray(source.utf8[outline.begin : outline.end])
    for offset, name in outline.small:
        begin = offset - outline.begin
        text[begin : begin + len(name)] = name.upper()
    return bytes(text)


def _node(index: int, raw: dict[str, list[bytes]], spot: int, places: dict[str, list[int]]) -> Node:
    return Node(
        index=index,
        offset=spot,
        properties={name: tuple(map(Value, values, places[name])) for name, values in raw.items()},
    )
