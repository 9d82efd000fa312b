"""Games of a program against itself, for the demonstration.

How they were made: deploy/decisions/records.md.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules import Color, Pass, Play, sgf_to_vertex

DATA = Path(__file__).with_name("games.jsonl")
PASSED = "tt"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayGame:
    """A game. ``moves``: points in SGF, ``PASSED`` for a pass; ``dead``: dead stones after the last passes.

    The first ``handicap`` moves are Black's, if there is more than one.
    """

    size: int
    handicap: int
    moves: tuple[str, ...]
    dead: tuple[str, ...]

    def actions(self, symmetry: int) -> list[Play | Pass]:
        """Return all moves before the two passes at the end."""
        return [
            Pass(color) if at == PASSED else Play(color, self.vertex(at, symmetry))
            for at, color in zip(self.moves, self._colors(), strict=False)
        ]

    def vertex(self, at: str, symmetry: int) -> str:
        """Return a point under one of the eight symmetries of the board, 0 to 7; 0 is the identity."""
        first, second = (at[1], at[0]) if symmetry & 4 else (at[0], at[1])
        first = self._mirror(first) if symmetry & 1 else first
        second = self._mirror(second) if symmetry & 2 else second
        return sgf_to_vertex(first + second, self.size, self.size)

    def _mirror(self, line: str) -> str:
        return chr(2 * ord("a") + self.size - 1 - ord(line))

    def _colors(self) -> Iterator[Color]:
        yield from [Color.BLACK] * self.handicap
        color = Color.WHITE if self.handicap else Color.BLACK
        while True:
            yield color
            color = color.other


@cache
def self_play_games() -> tuple[SelfPlayGame, ...]:
    """Return all games."""
    return tuple(_read(json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines())


def _read(game: dict[str, Any]) -> SelfPlayGame:
    return SelfPlayGame(
        size=game["size"], handicap=game["handicap"], moves=_points(game["moves"]), dead=_points(game["dead"])
    )


def _points(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
