"""The state of a game apart from its board: phase, passes, prisoners, and what only some rulesets need."""

from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from rules.affairs import Affairs, Pair
from rules.illegal import Reason
from rules.point import Color
from rules.scoring import Outcome, Score

_BLACK = Color.BLACK


class Phase(StrEnum):
    """The phase of a game.

    ``play``; ``stopped``: it may be settled or continue; ``capture``: a disputed string is captured on the
    board or lives (000); ``confirmation``: a sequence decides a claim and is undone (002, Japanese);
    ``over``.
    """

    PLAY = "play"
    STOPPED = "stopped"
    CAPTURE = "capture"
    CONFIRMATION = "confirmation"
    OVER = "over"


class Standing(NamedTuple):
    """The values that a quiet move leaves unchanged; one instance serves many positions.

    A tuple, for the speed of captures. ``handicap_moves``: the number that Black has left, the next one
    included; ``out_of_stones``: the player who can only pass; ``play_refused``: why nobody can play a stone;
    ``quiet``: no play is refused for that reason, and one that captures nothing changes nothing here;
    ``has_consequences``: a play may decide a dispute or end the game; ``ending``: the outcome, and the score
    if counted.
    """

    handicap_moves: int = 0
    passes: int = 0
    black_prisoners: int = 0
    white_prisoners: int = 0
    out_of_stones: Color | None = None
    phase: Phase = Phase.PLAY
    play_refused: Reason | None = None
    quiet: bool = True
    has_consequences: bool = False
    ending: tuple[Outcome, Score | None] | None = None
    affairs: Affairs = Affairs()

    @classmethod
    def at_start(cls, handicap_moves: int, bowls: tuple[int, int]) -> "Standing":
        """Return the standing before the first action, with handicap moves and bowls."""
        black, white = bowls
        return cls().with_changes(handicap_moves=handicap_moves, black_prisoners=black, white_prisoners=white)

    def with_changes(self, **changes: object) -> "Standing":
        """Return the standing with other values; ``quiet`` and ``has_consequences`` follow from them."""
        now = self._replace(**changes)  # type: ignore[arg-type]  # names and types are the fields'
        affairs, usual = now.affairs, now.phase in (Phase.STOPPED, Phase.PLAY)
        consequences = not usual or not all(affairs.ultimate.held)
        special = now.passes or now.handicap_moves or now.out_of_stones or affairs.continuing.modified
        quiet = not (consequences or special) and affairs.survive_moves
        return now._replace(quiet=quiet, has_consequences=consequences)

    def add_captures(self, captor: Color, stones: int, supply: int | None) -> "Standing":
        """Return the standing with more prisoners and nothing else changed."""
        black = self.black_prisoners + (stones if captor is _BLACK else 0)
        white = self.white_prisoners + (0 if captor is _BLACK else stones)
        if supply is None:
            return Standing(0, 0, black, white, affairs=self.affairs)
        out = _out_of_stones(white - black, supply)
        return self.with_changes(black_prisoners=black, white_prisoners=white, out_of_stones=out)

    def add_prisoners(self, color: Color, stones: int, supply: int | None) -> "Standing":
        """Return the standing with more, or fewer, prisoners of a player."""
        held = Pair(self.black_prisoners, self.white_prisoners)
        black, white = held.put(color, held.get(color) + stones)
        out = None if supply is None else _out_of_stones(white - black, supply)
        return self.with_changes(black_prisoners=black, white_prisoners=white, out_of_stones=out)

    def stop(self, play_refused: Reason | None) -> "Standing":
        """Return the standing of the stopped game; a play resumes it only if ``play_refused`` is None."""
        affairs = replace(self.affairs, continuing=replace(self.affairs.continuing, asked=False))
        return self.with_changes(phase=Phase.STOPPED, play_refused=play_refused, affairs=affairs)

    def end(self, outcome: Outcome, score: Score | None = None) -> "Standing":
        """Return the standing of the ended game."""
        return self.with_changes(phase=Phase.OVER, play_refused=Reason.GAME_OVER, ending=(outcome, score))


def _out_of_stones(lost_by_black: int, supply: int) -> Color | None:
    """Return who lost so many more stones than the opponent that they can only pass (002, stone supply)."""
    if lost_by_black > supply:
        return Color.BLACK
    return Color.WHITE if -lost_by_black > supply else None
