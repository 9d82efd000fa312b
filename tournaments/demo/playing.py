"""Invented games: who wins, and a record in which nobody breaks a rule. Pure."""

import math
import random
from dataclasses import dataclass

from games.sgf import Info, write
from rules import Board, Color, Game, Illegal, Play, Resign, Ruleset, format_vertex, parse_vertex

FEWEST, MOST = 70, 130  # moves before somebody resigns
OPENING = ("Q16", "D4", "Q4", "D16", "R14", "C6", "O3", "F17")
NEAR = 3  # lines between a move and the one it answers
TRIES = 400
STEEPNESS = 0.6  # of the chance to win, a rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A record that stops before the resignation, and the resignation."""

    sgf: bytes
    resignation: Resign


def black_wins(chance: random.Random, black: int, white: int, handicap: int) -> bool:
    """By ranks; each stone is worth one."""
    return chance.random() < 1 / (1 + math.exp(-STEEPNESS * (black + handicap - white)))


def play(chance: random.Random, ruleset: Ruleset, handicap: int, winner: Color, info: Info) -> Played:
    """A game on 19x19 that the other side resigns."""
    game = Game.start(ruleset, handicap=handicap)
    actions: list[Play] = []
    for _ in range(chance.randint(FEWEST, MOST)):
        action, game = _move(chance, game, actions)
        actions.append(action)
    sgf = write(
        Board(19, 19),
        actions,
        handicap=handicap,
        komi=ruleset.komi,
        ruleset=ruleset.name,
        result=f"{winner.value.upper()}+R",
        info=info,
    )
    return Played(sgf=sgf, resignation=Resign(winner.other))


def _move(chance: random.Random, game: Game, before: list[Play]) -> tuple[Play, Game]:
    for attempt in range(TRIES):
        at = _somewhere(chance, before, attempt)
        if at is not None and not _own_eye(game, at):
            action = Play(game.to_play, at)
            after = game.apply(action)
            if not isinstance(after, Illegal):
                return action, after
    raise AssertionError(f"no move found in {TRIES} tries on a board with {len(before)} moves")


def _somewhere(chance: random.Random, before: list[Play], attempt: int) -> str | None:
    """A corner at first, then a point near one of the last moves; None when that is off the board."""
    if len(before) + attempt < len(OPENING):
        return OPENING[len(before) + attempt]
    reach = NEAR + attempt // 40
    column, row = parse_vertex(chance.choice(before[-12:]).at)
    column += chance.randint(-reach, reach)
    row += chance.randint(-reach, reach)
    return format_vertex(column, row) if 0 <= column < 19 and 0 <= row < 19 else None


def _own_eye(game: Game, at: str) -> bool:
    """Every neighbour is a stone of the one who is to play."""
    column, row = parse_vertex(at)
    around = [(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)]
    inside = [(x, y) for x, y in around if 0 <= x < 19 and 0 <= y < 19]
    return all(game.board[format_vertex(x, y)] is game.to_play for x, y in inside)
