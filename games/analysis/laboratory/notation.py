"""A position and its actions as short texts that fit into an address; `Untried` names an invalid part.

| text | meaning |
|---|---|
| ``1xo1/xo1o/1xo1`` | a board from above: x Black, o White, a number of empty points |
| ``dd`` | a play by the player to move (letters as in SGF, from the upper left) |
| ``P`` ``T`` ``D`` ``U`` ``G`` | passes, takes the button, delays, delays ultimately, gives a stone |
| ``R`` ``M`` | requests that a stopped game continues, ``M`` under modified ko |
| ``Kdd`` | passes for the ko capture there |
| ``Cdd`` ``Q`` | claims that the string there can be captured; begins a sequence for the last such claim |
| ``B`` ``W`` before any of them | the player, if it is not the opponent of the player of the last turn |
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import get_type_hints

from rules import (
    Action,
    Board,
    ChallengeKo,
    Claim,
    Color,
    Confirm,
    Delay,
    GiveStone,
    Pass,
    Play,
    Resume,
    TakeButton,
    UltimateDelay,
    sgf_to_vertex,
    vertex_to_sgf,
)
from rules.axes import Option
from rules.choices import AXES, Choices


class InvalidExperiment(ValueError):
    """A fault of an address or a record. ``code`` is one of a closed list; ``facts`` give place and value."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


def shorten_quote(text: str) -> str:
    """Return typed text, shortened if it is long."""
    return text if len(text) <= 40 else f"{text[:40]}..."


SMALLEST, LARGEST = 2, 19
_TURNS: dict[str, type[Pass | TakeButton | Delay | UltimateDelay | GiveStone]] = {
    "P": Pass,
    "T": TakeButton,
    "D": Delay,
    "U": UltimateDelay,
    "G": GiveStone,
}
_LETTERS: dict[type, str] = {kind: letter for letter, kind in _TURNS.items()}
_STEP = re.compile(r"([BW]?)(?:([KC]?)([a-s]{2})|([PTDUGRMQ]))")
_CELLS = re.compile(r"[xo]|[1-9][0-9]?")
_NO_TURN = (Resume, Claim, Confirm)


def board_text(board: Board) -> str:
    return "/".join(map(_row_text, board.to_diagram()))


def _row_text(row: str) -> str:
    runs = ((sign, len(list(same))) for sign, same in groupby(row))
    return "".join(str(count) if sign == "." else sign.lower() * count for sign, count in runs)


def read_board(text: str) -> Board:
    """Parse a board of 2x2 to 19x19 points."""
    rows = [_row(number, row) for number, row in enumerate(text.split("/")[: LARGEST + 1], 1)]
    sides = {len(rows), *map(len, rows)}
    if min(sides) < SMALLEST or max(sides) > LARGEST:
        raise InvalidExperiment(
            "board_size", least=SMALLEST, most=LARGEST, size=f"{len(rows[0])}x{len(rows)}"
        )
    if odd := next((number for number, row in enumerate(rows, 1) if len(row) != len(rows[0])), None):
        raise InvalidExperiment("uneven_rows", row=odd, points=len(rows[odd - 1]), first=len(rows[0]))
    return Board.from_diagram(rows)


def _row(number: int, text: str) -> str:
    cells = _CELLS.findall(text[: 2 * LARGEST])
    if "".join(cells) != text:
        raise InvalidExperiment("bad_row", row=number, text=shorten_quote(text))
    return "".join("." * int(cell) if cell.isdigit() else cell.upper() for cell in cells)


def moves_text(actions: Iterable[Action], board: Board, first: Color) -> str:
    """Return the text of the actions. Raises ValueError for an action that has no text here."""
    return "".join(_steps(actions, board.height, first))


def _steps(actions: Iterable[Action], height: int, expected: Color) -> Iterator[str]:
    for action in actions:
        color = getattr(action, "color", None)
        if color is None:
            raise ValueError(f"nobody in particular does this: {action!r}")
        yield ("" if color == expected else str(color).upper()) + _step_text(action, height)
        expected = color if isinstance(action, _NO_TURN) else color.other


def _step_text(action: Action, height: int) -> str:
    match action:
        case Play(at=at):
            return vertex_to_sgf(at, height)
        case ChallengeKo(at=at):
            return "K" + vertex_to_sgf(at, height)
        case Claim(points=(at,), capturable=True):
            return "C" + vertex_to_sgf(at, height)
        case Resume(modified_ko=modified):
            return "M" if modified else "R"
        case Confirm():
            return "Q"
    if type(action) not in _LETTERS:
        raise ValueError(f"no text for {action!r}")
    return _LETTERS[type(action)]


def read_moves(text: str, board: Board, first: Color) -> tuple[Action, ...]:
    """Parse the actions, whose colours alternate from ``first`` on unless the text names one."""
    return tuple(_actions(text, board, first))


def _actions(text: str, board: Board, expected: Color) -> Iterator[Action]:
    place, claims = 0, 0
    while place < len(text):
        step = _STEP.match(text, place)
        if step is None:
            raise InvalidExperiment("bad_move", text=text[place : place + 3], letter=place + 1)
        color = Color(step[1].lower()) if step[1] else expected
        try:
            action = _action(step, color, board, claims)
        except ValueError:
            raise InvalidExperiment("off_board", text=step[3], letter=place + 1) from None
        yield action
        claims += isinstance(action, Claim)
        expected = color if isinstance(action, _NO_TURN) else color.other
        place = step.end()


def _action(step: re.Match[str], color: Color, board: Board, claims: int) -> Action:
    _, kind, at, word = step.groups()
    if at:
        return _action_at(kind, color, sgf_to_vertex(at, board.width, board.height))
    if word in _TURNS:
        return _TURNS[word](color)
    return Confirm(color, max(claims - 1, 0)) if word == "Q" else Resume(color, modified_ko=word == "M")


def _action_at(kind: str, color: Color, at: str) -> Action:
    match kind:
        case "K":
            return ChallengeKo(color, at)
        case "C":
            return Claim(color, (at,))
    return Play(color, at)


_NUMBERS = {
    "token": ("0", "0.5", "1"),
    "button": ("0", "0.5"),
    "stone_supply": ("unlimited", "half_board"),
    "handicap_komi": ("none", "0", "0.5"),
}


def _values(axis: str, kind: object) -> tuple[str, ...]:
    if kind is bool:
        return ("yes", "no")
    if isinstance(kind, type) and issubclass(kind, Option):
        return tuple(option.value for option in kind)
    return _NUMBERS.get(axis, ())


CHOICES: Mapping[str, tuple[str, ...]] = {
    axis: values for axis in AXES if (values := _values(axis, get_type_hints(Choices)[axis]))
}
"""Axes whose numbers are not useful to vary are left out."""
