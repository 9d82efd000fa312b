"""The writer of a game as SGF: FF[4], UTF-8, one node per move."""

import json
from collections.abc import Iterator, Mapping, Sequence

from sgfmill import sgf_grammar

from games.sgf.grammar import INFO_PROPERTIES
from games.sgf.record import ACTION, BUTTON, IN_RESULT, Claim, Info
from rules import (
    Action,
    Board,
    Color,
    Concede,
    Confirm,
    Outcome,
    Pass,
    Play,
    TakeButton,
    vertex_to_sgf,
)
from rules.actions import to_data

_NODE = dict[str, list[bytes]]
_PASSES_END = 2  # a confirmation


def write(  # noqa: PLR0913 - one argument for each thing that a record may say
    board: Board,
    actions: Sequence[Action],
    *,
    to_play: Color = Color.BLACK,
    handicap: int = 0,
    komi: float | None = None,
    ruleset: str = "",
    result: Claim | Outcome | str | None = None,
    info: Info | None = None,
    territory: Mapping[Color, Sequence[str]] | None = None,
) -> bytes:
    """Return the record of a game that began with `board` and continued with `actions`, as UTF-8.

    Only Play and Pass are moves in SGF. Other turns, resumptions, claims and confirmations are properties of
    our own, which other programs ignore; a resignation or an agreement shows in `result` alone. `result` is
    a claim, an outcome, or the text of RE. `territory` has the points of TB and TW, in the last node. Raises
    ValueError for a play off the board.
    """
    info = info or Info()
    root = _root(board, to_play, handicap, komi)
    root |= _texts({"RU": ruleset, "RE": "" if result is None else str(result)})
    root |= _texts({held: getattr(info, name) for name, held in INFO_PROPERTIES.items()})
    nodes = [root, *_moves(board, actions)]
    said = {comment.node: comment.text for comment in info.comments}
    for index, node in enumerate(nodes):
        node.update(_texts({"C": said.get(index, "")}))
    for name, color in (("TB", Color.BLACK), ("TW", Color.WHITE)):
        if points := (territory or {}).get(color):
            nodes[-1][name] = [_point(at, board) for at in points]
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = nodes
    return bytes(sgf_grammar.serialise_game_tree(tree))


def _root(board: Board, to_play: Color, handicap: int, komi: float | None) -> _NODE:
    root = {"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "AP": [b"Nigiri"], "SZ": [_size(board)]}
    if komi is not None:
        root["KM"] = [f"{komi:g}".encode()]
    if handicap:
        root["HA"] = [str(handicap).encode()]
    for name, color in (("AB", Color.BLACK), ("AW", Color.WHITE)):
        if stones := board.stones(color):
            root[name] = [_point(at, board) for at in stones]
    if to_play is not Color.BLACK or handicap or "AB" in root or "AW" in root:
        root["PL"] = [_letter(to_play).encode()]
    return root


def _moves(board: Board, actions: Sequence[Action]) -> Iterator[_NODE]:
    confirming, passes = False, 0
    for action in actions:
        confirming, passes = confirming or isinstance(action, Confirm), passes + 1
        if isinstance(action, Play):
            point = _point(action.at, board)
            yield _private(action) if confirming else {_letter(action.color): [point]}
        elif isinstance(action, Pass):
            yield _private(action) if confirming else {_letter(action.color): [b""]}
        elif isinstance(action, TakeButton):
            yield {BUTTON: [_letter(action.color).encode()]}
        elif not isinstance(action, IN_RESULT):
            yield _private(action)
        passes = passes if isinstance(action, Pass) else 0
        if isinstance(action, Concede) or (isinstance(action, Pass) and passes >= _PASSES_END):
            confirming = False


def _private(action: Action) -> _NODE:
    data = json.dumps(to_data(action), separators=(",", ":"))
    return {ACTION: [sgf_grammar.escape_text(data.encode())]}


def _point(at: str, board: Board) -> bytes:
    if at not in board:
        raise ValueError(f"not on the board: {at!r}")
    return vertex_to_sgf(at, board.height).encode()


def _size(board: Board) -> bytes:
    square = board.width == board.height
    return (f"{board.width}" if square else f"{board.width}:{board.height}").encode()


def _letter(color: Color) -> str:
    return "B" if color is Color.BLACK else "W"


def _texts(said: Mapping[str, str]) -> _NODE:
    """Return the escaped values of the properties that are not empty."""
    return {
        name: [sgf_grammar.escape_text(text.encode("utf-8", "replace"))]
        for name, text in said.items()
        if text
    }
