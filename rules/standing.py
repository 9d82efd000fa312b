"""What a game carries beside its board: phase, passes, prisoners, and what only some rulesets need."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

from rules.illegal import Reason
from rules.point import Color
from rules.scoring import Outcome, Score

_BLACK = Color.BLACK
_T = TypeVar("_T")


class Phase(StrEnum):
    """Where a game stands.

    ``play``; ``stopped``: it may be settled or go on; ``capture``: a disputed string is captured on the board
    or lives (000); ``confirmation``: a sequence decides a claim and is undone (002, Japanese); ``over``.
    """

    PLAY = "play"
    STOPPED = "stopped"
    CAPTURE = "capture"
    CONFIRMATION = "confirmation"
    OVER = "over"


class Pair(NamedTuple, Generic[_T]):
    """One value for each player."""

    black: _T
    white: _T

    def get(self, color: Color) -> _T:
        """The value of a player."""
        return self.black if color == _BLACK else self.white

    def put(self, color: Color, value: _T) -> "Pair[_T]":
        """The pair with another value for one player."""
        return Pair(value, self.white) if color == _BLACK else Pair(self.black, value)


NONE: Pair[int] = Pair(0, 0)
NOBODY, BOTH = Pair(black=False, white=False), Pair(black=True, white=True)
UNMARKED: Pair[int | None] = Pair(None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A capture phase: what is left of the disputed stones, and what their owner may do now (000).

    ``due``: the owner owes an answer to a play, be it the last; ``declined``: the attacker just passed.
    """

    stones: int
    owner: Color
    due: bool = False
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A claim on strings: ``proved`` by the last sequence played for them, None before its own first."""

    color: Color
    stones: int
    owner: Color
    capturable: bool
    sequences: int = 0
    proved: bool | None = None

    @property
    def captured(self) -> bool:
        """The last sequence took the strings off the board."""
        return self.proved is not None and self.proved == self.capturable

    def decided_by(self, dead: int) -> "Question":
        """The same claim, once played for, as it stands with these strings dead."""
        if self.proved is None:
            return self
        return replace(self, proved=self.capturable is not bool(self.stones & ~dead))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """A confirmation under way: for which claim, and what is left of its strings."""

    claim: int
    stones: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Affairs:
    """What a stopped game or an unusual ruleset needs; one value serves many positions.

    ``tokens`` and ``fines`` are numbers, by who holds or owes them; ``marks`` sets of points; ``resumed``:
    the continuation after the last stop was asked for, and is counted; ``alive`` and ``dead`` are whole
    strings on the board that this stop has settled, the latest decision on each; ``ultimates``: who still
    holds the ultimate prisoner; ``pending``: who claims no result, or offers that nobody has won.
    """

    tokens: Pair[int] = NONE
    fines: Pair[int] = NONE
    last_passer: Color | None = None
    marks: Pair[int | None] = UNMARKED
    accepted: Pair[bool] = NOBODY
    continuations: int = 0
    resumed: bool = False
    modified: bool = False
    fresh: bool = False
    alive: int = 0
    dead: int = 0
    dispute: Dispute | None = None
    questions: tuple[Question, ...] = ()
    claims_made: Pair[int] = NONE
    sequence: Sequence | None = None
    ultimates: Pair[bool] = BOTH
    draw_right: Color | None = None
    pending: Color | None = None

    def settling(self, strings: int, *, alive: bool) -> "Affairs":
        """With whole strings decided, whatever was decided of them before."""
        kept_alive, kept_dead = self.alive & ~strings, self.dead & ~strings
        if alive:
            return replace(self, alive=kept_alive | strings, dead=kept_dead)
        return replace(self, alive=kept_alive, dead=kept_dead | strings)

    def after_move(self) -> "Affairs":
        """Once the game goes on: what was marked, settled or claimed at a stop is of the past."""
        if self.outlast_moves:
            return self
        return replace(
            self,
            marks=UNMARKED,
            accepted=NOBODY,
            fresh=False,
            alive=0,
            dead=0,
            questions=(),
            pending=None,
        )

    def continued(self) -> "Affairs":
        """With one continuation more."""
        return replace(self, continuations=self.continuations + 1, resumed=True)

    def after_first_move(self) -> "Affairs":
        """Once a sequence or a capture phase is under way: the question stands, its terms are settled."""
        return replace(self, fresh=False) if self.fresh else self

    @property
    def outlast_moves(self) -> bool:
        """Nothing here would end with the next move."""
        return not (
            self.fresh
            or self.pending
            or self.alive
            or self.dead
            or self.questions
            or self.marks != UNMARKED
            or any(self.accepted)
        )


class Standing(NamedTuple):
    """What a quiet move leaves as it is; one value serves many positions. A tuple, for the speed of captures.

    ``handicap_moves``: Black's that are left, the next one included; ``out_of_stones``: who can only pass;
    ``play_refused``: why nobody can play a stone; ``quiet``: no play is refused so, and one that takes
    nothing changes nothing here; ``has_consequences``: a play may decide a dispute or end the game;
    ``ending``: the outcome, and the score if counted.
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
        """Before the first action: the handicap moves to come, and what is in the bowls."""
        black, white = bowls
        return cls().changed(handicap_moves=handicap_moves, black_prisoners=black, white_prisoners=white)

    def changed(self, **changes: object) -> "Standing":
        """The standing with other values, ``quiet`` and ``has_consequences`` as they follow from them."""
        now = self._replace(**changes)  # type: ignore[arg-type]  # names and types are the fields'
        affairs, usual = now.affairs, now.phase in (Phase.STOPPED, Phase.PLAY)
        consequences = not usual or not all(affairs.ultimates)
        special = now.passes or now.handicap_moves or now.out_of_stones or affairs.modified
        quiet = not (consequences or special) and affairs.outlast_moves
        return now._replace(quiet=quiet, has_consequences=consequences)

    def taking(self, captor: Color, stones: int, supply: int | None) -> "Standing":
        """With prisoners more, where nothing else changes; who is now out of stones."""
        black = self.black_prisoners + (stones if captor is _BLACK else 0)
        white = self.white_prisoners + (0 if captor is _BLACK else stones)
        if supply is None:
            return Standing(0, 0, black, white, affairs=self.affairs)
        out = _out_of_stones(white - black, supply)
        return self.changed(black_prisoners=black, white_prisoners=white, out_of_stones=out)

    def returning(self, color: Color, stones: int, supply: int | None) -> "Standing":
        """With prisoners more, or fewer, for a player."""
        held = Pair(self.black_prisoners, self.white_prisoners)
        black, white = held.put(color, held.get(color) + stones)
        out = None if supply is None else _out_of_stones(white - black, supply)
        return self.changed(black_prisoners=black, white_prisoners=white, out_of_stones=out)

    def stopped(self, play_refused: Reason | None) -> "Standing":
        """The game is stopped, and no play goes on at once unless None refuses it."""
        affairs = replace(self.affairs, resumed=False)
        return self.changed(phase=Phase.STOPPED, play_refused=play_refused, affairs=affairs)

    def ended(self, outcome: Outcome, score: Score | None = None) -> "Standing":
        """The game is over."""
        return self.changed(phase=Phase.OVER, play_refused=Reason.GAME_OVER, ending=(outcome, score))


def _out_of_stones(lost_by_black: int, supply: int) -> Color | None:
    """Who lost so many stones more than the opponent that they can only pass (002, finite stone supply)."""
    if lost_by_black > supply:
        return Color.BLACK
    return Color.WHITE if -lost_by_black > supply else None
