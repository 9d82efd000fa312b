"""Who wins a game of the demonstration, and a record of it that the winner fits."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.sgf import Info, write
from rules import AgreeDead, Board, Color, Outcome, Pass, Play, Resign, Ruleset, replay
from tournaments.demo.selfplayed import SelfPlayed, self_played

STEEPNESS = 0.6  # of the chance to win, a rank
RESIGNED = 0.3  # of the games
SYMMETRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A record without what ended the game, and that: a resignation, or what both agreed to be dead."""

    sgf: bytes
    end: Resign | AgreeDead


def black_wins(chance: random.Random, black: int, white: int, handicap: int) -> bool:
    """By ranks; each stone is worth one."""
    return chance.random() < 1 / (1 + math.exp(-STEEPNESS * (black + handicap - white)))


class Records:
    """Records of one tournament: those that were shown least come first."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.shown: Counter[SelfPlayed] = Counter()

    def play(
        self, ruleset: Ruleset, handicap: int, winner: Color, info: Info, *, resigned: bool = False
    ) -> Played:
        """A game on 19x19 that this side wins: counted, unless it is ``resigned`` or no counted one fits."""
        stones = handicap if handicap > 1 else 0
        fitting = [game for game in self_played() if game.handicap == stones]
        self.chance.shuffle(fitting)
        fitting.sort(key=self.shown.__getitem__)
        symmetry = self.chance.randrange(SYMMETRIES)
        gives_up = self.chance.random() < RESIGNED or resigned
        counted = None if gives_up else self._won(fitting, ruleset, handicap, winner)
        game = counted or fitting[0]
        self.shown[game] += 1
        result = str(_outcome(game, ruleset, handicap)) if counted else f"{winner.value.upper()}+R"
        moves, end = _counted(game, symmetry) if counted else self._given_up(game, symmetry, winner.other)
        sgf = write(
            Board(19, 19),
            moves,
            handicap=handicap,
            komi=ruleset.komi,
            ruleset=ruleset.name,
            result=result,
            info=info,
        )
        return Played(sgf=sgf, end=end)

    def _won(
        self, games: Sequence[SelfPlayed], ruleset: Ruleset, handicap: int, winner: Color
    ) -> SelfPlayed | None:
        """The first game that this side wins under these terms."""
        outcomes = ((game, _outcome(game, ruleset, handicap)) for game in games)
        return next((game for game, outcome in outcomes if outcome and outcome.winner is winner), None)

    def _given_up(self, game: SelfPlayed, symmetry: int, loser: Color) -> tuple[list[Play | Pass], Resign]:
        """Somewhere in the second half."""
        turns = self.chance.randint(len(game.moves) // 2, len(game.moves) * 9 // 10)
        return game.actions(symmetry)[:turns], Resign(loser)


def _counted(game: SelfPlayed, symmetry: int) -> tuple[list[Play | Pass], AgreeDead]:
    """Both pass at the end."""
    moves = game.actions(symmetry)
    last = moves[-1].color
    dead = AgreeDead(tuple(game.vertex(at, symmetry) for at in game.dead))
    return [*moves, Pass(last.other), Pass(last)], dead


@lru_cache(maxsize=256)
def _outcome(game: SelfPlayed, ruleset: Ruleset, handicap: int) -> Outcome | None:
    moves, dead = _counted(game, 0)
    return replay(ruleset, [*moves, dead], width=game.size, height=game.size, handicap=handicap).game.outcome
