"""Choose the winners of games of the demonstration, and records that fit them."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.sgf import Info, write
from rules import AgreeDead, Board, Color, Outcome, Pass, Play, Resign, Ruleset, replay
from tournaments.demo.self_play import SelfPlayGame, self_play_games

STEEPNESS = 0.6  # of the chance to win, a rank
RESIGNED = 0.3  # of the games
SYMMETRIES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A record and the action that ends its game: a resignation, or agreement on dead stones."""

    sgf: bytes
    end: Resign | AgreeDead


def black_wins(chance: random.Random, black: int, white: int, handicap: int) -> bool:
    """Draw the winner by ranks, where a handicap stone counts as one rank."""
    return chance.random() < 1 / (1 + math.exp(-STEEPNESS * (black + handicap - white)))


class Records:
    """The records of one tournament; the least used come first."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.uses: Counter[SelfPlayGame] = Counter()

    def play(
        self, ruleset: Ruleset, handicap: int, winner: Color, info: Info, *, resigned: bool = False
    ) -> PlayedGame:
        """Return a game on 19x19 that this side wins, counted unless ``resigned`` or no counted game fits."""
        stones = handicap if handicap > 1 else 0
        fitting = [game for game in self_play_games() if game.handicap == stones]
        self.chance.shuffle(fitting)
        fitting.sort(key=self.uses.__getitem__)
        symmetry = self.chance.randrange(SYMMETRIES)
        gives_up = self.chance.random() < RESIGNED or resigned
        counted = None if gives_up else self._game_won_by(fitting, ruleset, handicap, winner)
        game = counted or fitting[0]
        self.uses[game] += 1
        result = str(_outcome(game, ruleset, handicap)) if counted else f"{winner.value.upper()}+R"
        moves, end = (
            _counted_end(game, symmetry) if counted else self._resignation(game, symmetry, winner.other)
        )
        sgf = write(
            Board(19, 19),
            moves,
            handicap=handicap,
            komi=ruleset.komi,
            ruleset=ruleset.name,
            result=result,
            info=info,
        )
        return PlayedGame(sgf=sgf, end=end)

    def _game_won_by(
        self, games: Sequence[SelfPlayGame], ruleset: Ruleset, handicap: int, winner: Color
    ) -> SelfPlayGame | None:
        """Return the first game that this side wins under these terms."""
        outcomes = ((game, _outcome(game, ruleset, handicap)) for game in games)
        return next((game for game, outcome in outcomes if outcome and outcome.winner is winner), None)

    def _resignation(
        self, game: SelfPlayGame, symmetry: int, loser: Color
    ) -> tuple[list[Play | Pass], Resign]:
        """Return a resignation in the second half of a game."""
        turns = self.chance.randint(len(game.moves) // 2, len(game.moves) * 9 // 10)
        return game.actions(symmetry)[:turns], Resign(loser)


def _counted_end(game: SelfPlayGame, symmetry: int) -> tuple[list[Play | Pass], AgreeDead]:
    """Return a game with two passes and agreement at its end."""
    moves = game.actions(symmetry)
    last = moves[-1].color
    dead = AgreeDead(tuple(game.vertex(at, symmetry) for at in game.dead))
    return [*moves, Pass(last.other), Pass(last)], dead


@lru_cache(maxsize=256)
def _outcome(game: SelfPlayGame, ruleset: Ruleset, handicap: int) -> Outcome | None:
    moves, dead = _counted_end(game, 0)
    return replay(ruleset, [*moves, dead], width=game.size, height=game.size, handicap=handicap).game.outcome
