"""The doubt whether an inferred encoding decided on the moves of a file.

The second byte of an East Asian character may be a bracket or a backslash of SGF: in another encoding
the same file has other moves.
"""

from collections.abc import Collection, Sequence

from games.sgf import grammar
from games.sgf.encodings import EAST_ASIAN
from games.sgf.faults import NoteCode, SgfFault
from games.sgf.grammar import Tree
from games.sgf.limits import Limits
from games.sgf.record import ACTION, BUTTON
from games.sgf.source import Source

_INFERRED = frozenset((NoteCode.ENCODING, NoteCode.WRONG_CHARSET))
_DECIDING = frozenset(
    ("B", "W", "KO", "AB", "AW", "AE", "PL", "GM", "SZ", "HA", "KM", "RU", "RE", "TB", "TW", BUTTON, ACTION)
)


def games_in_doubt(data: bytes, source: Source, trees: Sequence[Tree], limits: Limits) -> Collection[int]:
    """Return the games of a file in an inferred encoding that read differently byte by byte."""
    inferred = any(note.code in _INFERRED for note in source.notes)
    if not inferred or source.codec not in {charset.codec for charset in EAST_ASIAN}:
        return ()
    try:
        others, _ = grammar.trees(Source(data.decode("latin-1"), "latin-1"), limits)
    except SgfFault:
        return range(len(trees))
    if len(others) != len(trees):
        return range(len(trees))
    pairs = enumerate(zip(trees, others, strict=True))
    return [
        game for game, (tree, other) in pairs if _deciding_properties(tree) != _deciding_properties(other)
    ]


def _deciding_properties(tree: Tree) -> list[list[tuple[str, list[bytes]]]]:
    """Return the properties on which moves or results rest, by node. Values beyond ASCII count as equal."""
    nodes = (
        [
            (name, [value.raw if value.raw.isascii() else b"" for value in held])
            for name, held in node.properties.items()
            if name in _DECIDING
        ]
        for node in tree.nodes
    )
    return [properties for properties in nodes if properties]
