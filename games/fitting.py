"""How a record that arrives fits the terms under which its game was opened. Pure."""

from itertools import takewhile
from typing import Any

from games.events import PositionSetUp
from games.game import GameState
from games.sgf import Record
from rules import Color


def set_up(record: Record, state: GameState) -> list[PositionSetUp]:
    """The position that the record starts from, where that is not how the terms say; else nothing.

    A record of a handicap game that alternates from its first move on is taken as it stands: nobody played
    the handicap moves, and a note says that record and terms differ.
    """
    black, white = (tuple(record.board.stones(color)) for color in Color)
    if record.to_play is Color.BLACK and not black and not white and not _without_handicap(record, state):
        return []
    return [PositionSetUp(black=black, white=white, to_play=record.to_play.value)]


def _without_handicap(record: Record, state: GameState) -> bool:
    """Whether White answers Black's first move although the terms give Black several."""
    first = list(takewhile(lambda action: action.color is Color.BLACK, record.actions))
    return state.handicap >= 2 and len(first) == 1 < len(record.actions)


def differences(record: Record, handicap: int, komi: float) -> list[dict[str, Any]]:
    """Notes on terms that the record names otherwise, without being of another game for that."""
    said, meant = (number if number >= 2 else 0 for number in (record.handicap, handicap))
    notes = []
    if record.komi is not None and record.komi != komi:
        text = f"The record says komi {record.komi:g}; the game is judged with {komi:g}."
        notes.append(_note("komi_differs", text, record.komi, komi))
    if said != meant:
        text = f"The record says handicap {said}; the game was opened with {meant}."
        notes.append(_note("handicap_differs", text, said, meant))
    return notes


def _note(code: str, text: str, record: float, game: float) -> dict[str, Any]:
    return {"code": code, "text": text, "record": record, "game": game}
