"""The games that the demonstration shows, as data: a program's games against itself.

How they were made: deploy/decisions/demonstration-games.md.
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
class SelfPlayed:
    """Points as SGF writes them, ``PASSED`` for a pass; ``dead``: stones, once both have passed at the end.

    The first ``handicap`` moves are Black's, if there is more than one.
    """

    size: int
    handicap: int
    moves: tuple[str, ...]
    dead: tuple[str, ...]

    def actions(self, symmetry: int) -> list[Play | Pass]:
        """Every move until both pass, which is not among them."""
        return [
            Pass(color) if at == PASSED else Play(color, self.vertex(at, symmetry))
            for at, color in zip(self.moves, self._colors(), strict=False)
        ]

    def vertex(self, at: str, symmetry: int) -> str:
        """One of the eight ways to look at the same board, 0 to 7: 0 as it was played."""
        first, second = (at[1], at[0]) if symmetry & 4 else (at[0], at[1])
        first = self._mirrored(first) if symmetry & 1 else first
        second = self._mirrored(second) if symmetry & 2 else second
        return sgf_to_vertex(first + second, self.size, self.size)

    def _mirrored(self, line: str) -> str:
        return chr(2 * ord("a") + self.size - 1 - ord(line))

    def _colors(self) -> Iterator[Color]:
        yield from [Color.BLACK] * self.handicap
        color = Color.WHITE if self.handicap else Color.BLACK
        while True:
            yield color
            color = color.other


@cache
def self_played() -> tuple[SelfPlayed, ...]:
    """Every game there is."""
    return tuple(_read(json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines())


def _read(game: dict[str, Any]) -> SelfPlayed:
    return SelfPlayed(
        size=game["size"], handicap=game["handicap"], moves=_points(game["moves"]), dead=_points(game["dead"])
    )


def _points(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + 2] for at in range(0, len(text), 2))
