"""The games of a file as trees of nodes: sgfmill parses them, this module locates their parts.

sgfmill's trees and errors have no offsets, so one pass over the tokens comes first. It enforces the limits,
finds the first token that may not follow the one before it, and records the offset of every property value of
the main line. The main line is all that comes before a game's first ")". The pass also notes faults whose
meaning is plain and mends them in the text that sgfmill parses: a first node without ";", a game without its
last ")", and brackets in a text that are not escaped.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from sgfmill import sgf_grammar

from games.marking import marked
from games.sgf.faults import FaultCode, Note, NoteCode
from games.sgf.limits import Limits
from games.sgf.source import Source

INFO_PROPERTIES = {
    "black": "PB",
    "white": "PW",
    "black_rank": "BR",
    "white_rank": "WR",
    "black_team": "BT",
    "white_team": "WT",
    "event": "EV",
    "round": "RO",
    "place": "PC",
    "date": "DT",
    "time": "TM",
    "overtime": "OT",
    "name": "GN",
    "about": "GC",
    "annotator": "AN",
    "source": "SO",
    "user": "US",
    "copyright": "CP",
}
"""The fields of Info and the properties that hold them."""


_START = re.compile(
    rb"\(\s*(?: ; | (?: AB|AP|AW|BR|CA|DT|EV|FF|GM|GN|HA|KM|PB|PC|PW|RE|RO|RU|SO|SZ|TE|TM|WR ) \s* \[ )",
    re.VERBOSE,
)
_TOKEN = re.compile(
    rb"\s*(?: (?P<value> \[ [^\\\]]* (?: \\. [^\\\]]* )* \] )"
    rb" | (?P<name> [A-Za-z]{1,64} ) | (?P<mark> [;()] ) )",
    re.VERBOSE | re.DOTALL,
)
_BRACKET = re.compile(rb"\\.|[\[\]]", re.DOTALL)
_AFTER_VALUE = re.compile(rb"\s*(?: [;)\[] | \(\s*; | [A-Za-z]{1,64}\s*\[ | \Z )", re.VERBOSE)
_MOVE = re.compile(rb";\s*[BW]\s*\[")
_TEXTS = frozenset(("C", "N", *INFO_PROPERTIES.values()))
_OF_FIRST_NODE = frozenset(("CA", "FF", "GM", "SZ"))
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

_NOTE_TEXTS = {
    NoteCode.OUTSIDE_GAME: marked("Text outside the records was left out."),
    NoteCode.LOWER_CASE: marked("Properties in lower case were read as upper case."),
    NoteCode.NO_FIRST_NODE: marked('A ";" is missing before the first property; it was read as if there.'),
    NoteCode.UNESCAPED: marked("Brackets in a text are not escaped; they were read as part of it."),
    NoteCode.UNCLOSED: marked('The last ")" is missing: the record was read as far as it goes.'),
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

    ``edits``: the changes for sgfmill, as (offset, length, replacement) in order; ``noted``: the first offset
    of each kind of change; ``second_root``: where a later node has a property of first nodes, else 0.
    """

    begin: int
    end: int = 0
    edits: list[tuple[int, int, bytes]] = field(default_factory=list)
    noted: dict[NoteCode, int] = field(default_factory=dict)
    second_root: int = 0
    lines: int = 0
    aside: int = 0
    spots: list[int] = field(default_factory=list)
    values: list[dict[str, list[int]]] = field(default_factory=list)

    def edit(self, code: NoteCode, offset: int, length: int, replacement: bytes) -> None:
        self.edits.append((offset, length, replacement))
        self.noted.setdefault(code, offset)

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
    """Return the games of a file, with notes on text outside them and on text that was mended.

    Raises SgfFault.
    """
    found: list[Tree] = []
    tally = _Tally(limits=limits)
    position, outside = 0, None
    noted: dict[NoteCode, int] = {}
    while start := _START.search(source.utf8, position):
        outside = _text_outside(source, position, start.start()) if outside is None else outside
        game = len(found)
        if game == limits.games:
            raise source.fault(FaultCode.TOO_MANY_GAMES, f"Over {limits.games} games", start.start(), game)
        outline = _outline(source, start.start(), game, tally)
        position = outline.end
        noted = outline.noted | noted
        found.append(_tree(source, outline, game))
    if not found:
        raise source.fault(FaultCode.NO_GAME, 'No "(;", which begins a record', 0, 0)
    outside = _text_outside(source, position, len(source.utf8)) if outside is None else outside
    if outside is not None:
        noted[NoteCode.OUTSIDE_GAME] = outside
    notes = (source.note(code, text, noted[code]) for code, text in _NOTE_TEXTS.items() if code in noted)
    return tuple(found), tuple(notes)


def _text_outside(source: Source, begin: int, end: int) -> int | None:
    """Return the offset of the first text other than white space between two games."""
    between = source.utf8[begin:end]
    return begin + len(between) - len(between.lstrip()) if between.strip() else None


def _tokens(source: Source, found: _Outline, game: int) -> Iterator[tuple[str, int, bytes]]:
    """Yield (kind, offset, token) up to the end of the file. Raises SgfFault if no token can be read."""
    position, last = found.begin, b""
    while match := _TOKEN.match(source.utf8, position):
        kind = match.lastgroup or ""
        token, offset, position = match[kind], match.start(kind), match.end()
        if kind == "name":
            last = token
        elif kind == "value" and b"[" in token[1:] and not _AFTER_VALUE.match(source.utf8, position):
            position = _end_of_text(source, found, _capitals(last), offset) or position
            token = source.utf8[offset:position]
        yield (token.decode() if kind == "mark" else kind), offset, token
    rest = source.utf8[position:]
    offset = position + len(rest) - len(rest.lstrip())
    if rest.lstrip().startswith(b"["):
        raise source.fault(FaultCode.UNFINISHED, 'A value without its "]"', offset, game)
    if offset < len(source.utf8):
        raise source.fault(FaultCode.GRAMMAR, "Text where a property or a node should be", offset, game)


def _end_of_text(source: Source, found: _Outline, name: str, begin: int) -> int:
    """Return the end of a text with brackets that are not escaped, and escape them; 0 if it is not plain.

    The text ends where its brackets balance, which must be before any move and at the end of a value.
    """
    if name not in _TEXTS:
        return 0
    depth = 0
    inner: list[int] = []
    for match in _BRACKET.finditer(source.utf8, begin):
        depth += (match[0] == b"[") - (match[0] == b"]")
        if not depth:
            end = match.end()
            if _MOVE.search(source.utf8, begin, end) or not _AFTER_VALUE.match(source.utf8, end):
                return 0
            for offset in inner:
                found.edit(NoteCode.UNESCAPED, offset, 0, b"\\")
            return end
        if match[0] == b"]":
            inner.append(match.start())
    return 0


def _capitals(name: bytes) -> str:
    return (name.translate(None, _LOWER_CASE) or name.upper()).decode("ascii")


def _outline(source: Source, begin: int, game: int, tally: _Tally) -> _Outline:
    found = _Outline(begin=begin)
    before, name = "", ""
    for kind, offset, token in _tokens(source, found, game):
        if kind == "name" and before == "(" and not found.spots:
            found.edit(NoteCode.NO_FIRST_NODE, offset, 0, b";")
            found.add(";", offset, "", ends_line=False)
            before = ";"
        _check_order(source, before, kind, offset, game)
        if code := tally.excess(kind):
            raise source.fault(code, "More than a record may hold", offset, game)
        if kind == "name":
            name = _capitals(token)
            if token.islower():
                found.edit(NoteCode.LOWER_CASE, offset, len(token), token.upper())
            if name in _OF_FIRST_NODE and len(found.spots) > 1:
                found.second_root = found.second_root or offset
        found.add(kind, offset, name, ends_line=kind == ")" and before != ")")
        if not tally.depth:
            found.end = offset + 1
            return found
        before = kind
    _close(source, found, before, game, tally)
    return found


def _close(source: Source, found: _Outline, before: str, game: int, tally: _Tally) -> None:
    """Close a game at the end of the file, unless another game begins in it or a token is incomplete."""
    end = len(source.utf8)
    if before not in ("value", ")") or found.second_root:
        message = 'The file ends within a record: a ")" is missing'
        raise source.fault(FaultCode.UNFINISHED, message, end, game)
    found.edit(NoteCode.UNCLOSED, end, 0, b")" * tally.depth)
    found.lines += before != ")"
    found.end, tally.depth = end, 0


def _check_order(source: Source, before: str, kind: str, offset: int, game: int) -> None:
    if before and kind not in _MAY_FOLLOW[before]:
        message = f"Unexpected {_TOKEN_NAMES[kind].split(' ', 1)[1]} after {_TOKEN_NAMES[before]}"
        raise source.fault(FaultCode.GRAMMAR, message, offset, game)


def _tree(source: Source, outline: _Outline, game: int) -> Tree:
    try:
        parsed = sgf_grammar.parse_sgf_game(_apply_edits(source, outline))
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


def _apply_edits(source: Source, outline: _Outline) -> bytes:
    """Return the game's text with its edits.

    FF[1] to FF[3] ignore lower-case letters in names; here they count only in names without capitals.
    """
    pieces, position = [], outline.begin
    for offset, length, replacement in outline.edits:
        pieces += [source.utf8[position:offset], replacement]
        position = offset + length
    return b"".join([*pieces, source.utf8[position : outline.end]])


def _node(index: int, raw: dict[str, list[bytes]], spot: int, places: dict[str, list[int]]) -> Node:
    return Node(
        index=index,
        offset=spot,
        properties={name: tuple(map(Value, values, places[name])) for name, values in raw.items()},
    )
