"""Every ko and superko rule as a small class; those with locks are in kos.py.

| rule | what is compared | with what | passes |
|---|---|---|---|
| none | | | |
| simple_ko | the point just taken by a lone stone left with one liberty | the last move | lift it |
| own_previous | the board after the play | the one that the player left a turn earlier | leave theirs |
| own_ever (000, capture) | the board after the play | every one that the player ever left | leave theirs |
| positional | the board after the play | every earlier board, the start included | add nothing |
| situational | that board and the player to move next | every earlier situation, the start too | make one |
| natural_situational | the board after the play | boards left by a stone of the same player | add nothing |
| natural_situational_and_ko | as natural_situational, and as simple_ko | | lift the ko |
| own_earlier | as own_ever, in play | | leave theirs |
| situational_unless_multi_capture | as situational, for plays that capture at most one stone | | make one |

A rule keeps no state; it reads the line of positions (earlier_positions.py). A board can equal only boards
with as many stones, and one with more stones than ever before equals none. No rule is asked about a play that
captures nothing and leaves such a board, unless the game is not quiet: a ko is retaken by taking a stone.

After the button was taken, earlier boards are no longer repeated: each rule looks back no further.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rules.actions import ChallengeKo, Delay, GiveStone, Pass, Penalise, Play, TakeButton, UltimateDelay
from rules.earlier_positions import first_turn, previous
from rules.grid import Spot
from rules.illegal import Reason
from rules.point import Color
from rules.position import NO_MEMORY, Ko, Memory, Position

_BLACK = Color.BLACK

TURNS = (Play, Pass, TakeButton, ChallengeKo, GiveStone, Delay, UltimateDelay, Penalise)
"""The actions that are a player's turn."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """A refusal: the reason, and the earlier turn that the play repeats."""

    reason: Reason
    turn: int | None = None


class TriedPlay(NamedTuple):
    """A play to be judged: player and point, captured stones, resulting board, player to move next."""

    color: Color
    spot: Spot
    taken: int
    black: int
    white: int
    stones: int
    to_play: Color


class Rule(Protocol):
    """The interface of a repetition rule; the returned memory goes into the next position."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Return the memory after a play, or why it is forbidden."""

    def after_pass(self, before: Position) -> Memory:
        """Return the memory after a pass, or anything else that is not a play."""

    def after_word(self, before: Position) -> Memory:
        """Return the memory after an action that is not a turn, such as a claim or an offer."""

    def after_button(self, before: Position) -> Memory:
        """Return the memory after the button was taken: earlier boards no longer count."""

    def after_challenge(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Return the memory after a pass for the tried ko capture, or why none is possible."""

    def begin(self, before: Position, *, modified: bool) -> Memory:
        """Return the memory when a continuation or a confirmation begins."""


class NoRule:
    """The rule under which any board may return."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Allow every play."""
        return NO_MEMORY

    def after_pass(self, before: Position) -> Memory:
        """Return an empty memory."""
        return NO_MEMORY

    def after_word(self, before: Position) -> Memory:
        """Return the memory unchanged."""
        return before.memory

    def after_button(self, before: Position) -> Memory:
        """Return an empty memory: nothing remains forbidden."""
        return NO_MEMORY

    def after_challenge(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Refuse: no ko can be challenged."""
        return Repeats(Reason.WRONG_PHASE)

    def begin(self, before: Position, *, modified: bool) -> Memory:
        """Return the memory as after a pass."""
        return self.after_pass(before)


class SimpleKo(NoRule):
    """A lone stone that captured one stone, and has one liberty there, may not be captured at once."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Forbid the immediate recapture."""
        ko = before.memory.ko
        if ko and retakes(ko, tried):
            return Repeats(Reason.KO, ko[2])
        return Memory(ko=ko_of(before, tried)) if takes_ko(tried) else NO_MEMORY


def retakes(ko: Ko | None, tried: TriedPlay) -> bool:
    """Return whether a play is the immediate recapture of a ko."""
    return ko is not None and ko[0] == tried.spot[0] and ko[1] is tried.color


def takes_ko(tried: TriedPlay) -> bool:
    """Return whether a lone stone captures exactly one stone and has that point as its only liberty."""
    bit, near, _ = tried.spot
    own, other = (tried.black, tried.white) if tried.color is Color.BLACK else (tried.white, tried.black)
    return (
        bool(own & bit and not own & near) and tried.taken.bit_count() == 1 and near & ~other == tried.taken
    )


def ko_of(before: Position, tried: TriedPlay) -> Ko:
    """Return the ko that a capture leaves."""
    return tried.taken, tried.color.other, before.turn


class OwnPrevious(NoRule):
    """No play may restore the board that the same player left at their previous turn (000 rule 7)."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Forbid that one board."""
        at: Position | None = before
        while at is not None and not _turn_of(at, tried.color):
            at = previous(at)
        same = at is not None and (at.black, at.white) == (tried.black, tried.white)
        return Repeats(Reason.KO, at.turn) if at is not None and same else NO_MEMORY


def _turn_of(at: Position, color: Color) -> bool:
    return isinstance(at.last_action, TURNS) and at.last_action.color == color


class Superko(NoRule):
    """No play may restore an earlier position; each rule defines equality by the names of positions."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Forbid a repetition, and name the first turn of the earlier position."""
        turn = first_turn(self.name_of, self.name(tried), tried.stones, before)
        return NO_MEMORY if turn is None else Repeats(Reason.SUPERKO, turn)

    def after_word(self, before: Position) -> Memory:
        """Return an empty memory, as earlier positions are in the line."""
        return NO_MEMORY

    @staticmethod
    def name_of(at: Position) -> Hashable:
        """Return the name of a position for this rule; None if it cannot be repeated."""
        return at.black, at.white

    def name(self, tried: TriedPlay) -> Hashable:
        """Return the name of the position that a play would leave."""
        return tried.black, tried.white


class Positional(Superko):
    """No play may restore any earlier board (PSK)."""


class Situational(Superko):
    """No play may restore an earlier board with the same player to move (SSK)."""

    @staticmethod
    def name_of(at: Position) -> Hashable:
        """Return the board and the player to move next."""
        return at.black, at.white, at.to_play is _BLACK

    def name(self, tried: TriedPlay) -> Hashable:
        """Return the name as for a position."""
        return tried.black, tried.white, tried.to_play is _BLACK


class _OfOnePlayer(Superko):
    """No play may restore a board that the same player left."""

    def name(self, tried: TriedPlay) -> Hashable:
        """Return the board and the player who left it."""
        return tried.black, tried.white, tried.color is _BLACK


class NaturalSituational(_OfOnePlayer):
    """No play may restore a board that a stone of the same player left (NSSK)."""

    @staticmethod
    def name_of(at: Position) -> Hashable:
        """Return the board and the player whose stone left it."""
        left = at.last_action
        return (at.black, at.white, left.color == _BLACK) if isinstance(left, Play) else None


class OwnEver(_OfOnePlayer):
    """No play may restore any board that the same player left, by a stone or not (000, capture phase)."""

    @staticmethod
    def name_of(at: Position) -> Hashable:
        """Return the board and the player whose turn left it."""
        left = at.last_action
        return (at.black, at.white, left.color == _BLACK) if isinstance(left, TURNS) else None


class NaturalSituationalAndKo(NaturalSituational):
    """As natural situational superko; nor may a ko be retaken at once, by either player."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Forbid a repetition and the immediate recapture."""
        repeats = super().after_play(before, tried)
        return repeats if isinstance(repeats, Repeats) else _SIMPLE_KO.after_play(before, tried)

    def after_word(self, before: Position) -> Memory:
        """Return the memory unchanged, as of a ko."""
        return before.memory


_SIMPLE_KO = SimpleKo()


class SituationalUnlessMultiCapture(Situational):
    """Situational, except that a play which captures two or more stones may repeat (003 rule 6)."""

    def after_play(self, before: Position, tried: TriedPlay) -> Memory | Repeats:
        """Allow every play that captures more than one opposing stone."""
        if tried.taken.bit_count() > 1 and not tried.taken & tried.spot[0]:
            return NO_MEMORY
        return super().after_play(before, tried)
