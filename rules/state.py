"""The state of a game: a position with everything else that the game needs.

It creates the next state after any action. The effects of an action, and whether the rules allow it, are in
the modules above: plays.py, turns.py, settling.py, disputes.py and endings.py.
"""

from collections.abc import Iterator
from types import EllipsisType
from typing import Self, TypeVar

from rules.actions import Action
from rules.clauses import clause
from rules.counting import Count, removed_dead
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.position import Memory, Position
from rules.repetition import Repeats
from rules.ruleset import Ruleset
from rules.scoring import Extras, Outcome, Score, by_score, score
from rules.setting import Setting
from rules.standing import Phase, Standing

_BLACK, _WHITE = Color.BLACK, Color.WHITE


class State(Position):
    """A position in its setting, with its standing. It never changes: every action returns another state.

    The next state has the same class.
    """

    __slots__ = ("setting", "standing")

    previous: Self | None
    setting: Setting
    standing: Standing

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self.setting.ruleset

    @property
    def komi(self) -> float:
        """The points that White receives at this handicap."""
        return self.setting.komi

    @property
    def compensation(self) -> float:
        """The points that White receives for handicap stones."""
        return self.setting.compensation

    @property
    def phase(self) -> Phase:
        """The current phase; see the diagram in game.py."""
        return self.standing.phase

    @property
    def passes(self) -> int:
        """The number of regular passes since the last other move."""
        return self.standing.passes

    @property
    def prisoners(self) -> dict[Color, int]:
        """The opposing stones in hand: captured in play, or given; under 004 the bowl.

        Suicides go to the opponent. Stones dead by agreement are in the score.
        """
        return {_BLACK: self.standing.black_prisoners, _WHITE: self.standing.white_prisoners}

    @property
    def continuations(self) -> int:
        """The number of times the game was resumed."""
        return self.standing.affairs.continuing.continuations

    @property
    def modified_ko(self) -> bool:
        """Whether modified ko is in force (002)."""
        return self.standing.affairs.continuing.modified

    @property
    def draw_right(self) -> Color | None:
        """The player who may declare a draw (004 rule 8)."""
        return self.standing.affairs.ultimate.draw_right

    @property
    def draw_offer(self) -> Color | None:
        """The player who claims no result or offers a draw, while the opponent may accept."""
        return self.standing.affairs.declarations.offer

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game; None until it ends."""
        return self.standing.ending[0] if self.standing.ending else None

    def line(self) -> Iterator[Self]:
        """Yield this state and every earlier one, latest first, without finished confirmations."""
        at: Self | None = self
        while at is not None:
            yield at
            at = at.previous

    def follow(
        self,
        action: Action,
        standing: Standing,
        *,
        to_play: Color | None = None,
        gone: int = 0,
        turn: int | None = None,
        memory: Memory | EllipsisType = Ellipsis,
    ) -> Self:
        """Return the state after an action other than a play; ``gone`` are points that it empties.

        ``memory``: by default the rule's after a pass; ``turn``: by default one more than here.
        """
        after = type(self)()
        after.setting, after.standing = self.setting, standing
        after.black, after.white = self.black & ~gone, self.white & ~gone
        after.empty = self.empty | (gone & self.setting.full)
        after.stones, after.peak = (after.black | after.white).bit_count(), self.peak
        after.quiet = standing.quiet and after.stones == after.peak
        after.to_play = to_play or self.to_play
        after.turn, after.last_action, after.previous = turn or self.turn + 1, action, self
        after.memory = self.setting.rule.after_pass(self) if isinstance(memory, EllipsisType) else memory
        return after

    def with_standing(
        self, standing: Standing, *, to_play: Color | None = None, phase: Phase | None = None
    ) -> Self:
        """Return the same turn with another standing; a new phase applies its own repetition rule."""
        after = type(self)()
        for name in Position.__slots__:
            setattr(after, name, getattr(self, name))
        after.setting = self.setting if phase is None else self.setting.during(phase)
        after.standing, after.to_play = standing, to_play or self.to_play
        after.quiet = standing.quiet and self.stones == self.peak
        return after

    def refusal(self, repeats: Repeats) -> Illegal:
        """Return the refusal of a repetition rule."""
        if repeats.turn is None:
            return self.setting.refusals[repeats.reason]
        return Illegal(repeats.reason, clause(self.ruleset, repeats.reason), repeats.turn)

    @property
    def continues(self) -> bool:
        """Return whether the cap allows another continuation."""
        cap = self.ruleset.limit("continuations")
        return cap is None or self.standing.affairs.continuing.continuations < cap

    def stop(self, standing: Standing) -> Standing:
        """Return the standing of a game that stops.

        After an open stop a play continues it, if the cap allows.
        """
        refused = None if self.continues else Reason.CONTINUATIONS_USED_UP
        return standing.stop(refused if self.setting.open_stop else Reason.WRONG_PHASE)

    def end_by_count(self, standing: Standing, dead: int) -> Standing:
        """Return the standing of a game that ends with the points in ``dead`` removed."""
        final = self.count(dead, standing)
        return standing.end(by_score(final, self.ruleset.ties), final)

    def count(self, dead: int, standing: Standing | None = None) -> Score:
        """Return the score with a set of points removed as dead."""
        extras = (self._extras(color, standing or self.standing) for color in Color)
        return score(self.ruleset.scoring, self._with_dead(dead), *extras)

    def removed_dead(self, proved: int, agreed: int) -> int:
        """Return the strings that are removed as dead.

        These are the agreed ones, and of those proved dead the ones that the ruleset removes.
        """
        return removed_dead(self.ruleset.scoring, self._with_dead(proved | agreed)) & proved

    def _with_dead(self, dead: int) -> Count:
        return Count(
            grid=self.setting.grid,
            black=self.black & ~dead,
            white=self.white & ~dead,
            dead_black=self.black & dead,
            dead_white=self.white & dead,
        )

    def _extras(self, color: Color, standing: Standing) -> Extras:
        rules, hand, black = self.ruleset, standing.affairs.hand, color is _BLACK
        last_pass = rules.white_passes_last and standing.passes and hand.last_passer is _BLACK
        return Extras(
            prisoners=standing.black_prisoners if black else standing.white_prisoners,
            tokens=(hand.tokens.get(color) + bool(black and last_pass)) * rules.token,
            button=rules.button if hand.button is color else 0.0,
            fines=hand.fines.get(color) * rules.fine,
            komi=0.0 if black else self.komi,
            compensation=0.0 if black else self.compensation,
        )


AnyState = TypeVar("AnyState", bound=State)
"""The class of a state: the states that follow a game are games."""
