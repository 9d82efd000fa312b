"""The parts of a game that only some rulesets need, one value for each purpose.

| value | content | rulesets |
|---|---|---|
| Hand | pass tokens, fines, the button, who passed last | 003, AGA and others; all with passes |
| Declarations | marks, acceptances, claims, offers until the next move; what they settled | every stop |
| Continuations | continuations of a stopped game, their ko rule | 002, and those with four passes |
| Dispute, Sequence | what is played out: on the board, or for a claim alone | 000; 002 territory, Japanese |
| Ultimate | ultimate prisoners and the right to a draw | 004 |
"""

from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from rules.point import Color

_BLACK = Color.BLACK
_T = TypeVar("_T")


class Pair(NamedTuple, Generic[_T]):
    """One value for each player."""

    black: _T
    white: _T

    def get(self, color: Color) -> _T:
        """Return the value of a player."""
        return self.black if color == _BLACK else self.white

    def put(self, color: Color, value: _T) -> "Pair[_T]":
        """Return the pair with another value for one player."""
        return Pair(value, self.white) if color == _BLACK else Pair(self.black, value)


NONE: Pair[int] = Pair(0, 0)
NOBODY, BOTH = Pair(black=False, white=False), Pair(black=True, white=True)
UNMARKED: Pair[int | None] = Pair(None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A capture phase: the remaining disputed stones, and the duties of their owner (000).

    ``due``: the owner owes an answer to a play; ``declined``: the attacker just passed.
    """

    stones: int
    owner: Color
    due: bool = False
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A claim on strings.

    ``proved``: by the last sequence for them, None before the first sequence of its own.
    """

    color: Color
    stones: int
    owner: Color
    capturable: bool
    sequences: int = 0
    proved: bool | None = None

    @property
    def captured(self) -> bool:
        """Whether the last sequence captured the strings."""
        return self.proved is not None and self.proved == self.capturable

    def decide_by(self, dead: int) -> "Question":
        """Return the claim, if it was played out, as decided by these dead strings."""
        if self.proved is None:
            return self
        return replace(self, proved=self.capturable is not bool(self.stones & ~dead))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """A confirmation sequence: the number of its claim, and the remaining stones of its strings."""

    claim: int
    stones: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Tokens in hand and fines owed, as numbers; the player who took the button, and the last to pass."""

    tokens: Pair[int] = NONE
    fines: Pair[int] = NONE
    button: Color | None = None
    last_passer: Color | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Declarations:
    """The declarations of the players since the last move, and their consequences.

    ``marks`` are sets of points; ``alive`` and ``dead`` whole strings on the board that this stop has
    settled, the latest decision on each; ``questions`` the claims; ``offer``: the player who claims no result
    or offers a draw.
    """

    marks: Pair[int | None] = UNMARKED
    accepted: Pair[bool] = NOBODY
    alive: int = 0
    dead: int = 0
    questions: tuple[Question, ...] = ()
    offer: Color | None = None

    def settle(self, strings: int, *, alive: bool) -> "Declarations":
        """Return the declarations with whole strings decided; earlier decisions on them are replaced."""
        kept_alive, kept_dead = self.alive & ~strings, self.dead & ~strings
        if alive:
            return replace(self, alive=kept_alive | strings, dead=kept_dead)
        return replace(self, alive=kept_alive, dead=kept_dead | strings)

    def with_question(self, number: int, question: Question) -> "Declarations":
        """Return the declarations with the claim of that number replaced."""
        before, after = self.questions[:number], self.questions[number + 1 :]
        return replace(self, questions=(*before, question, *after))


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuations:
    """The continuations of a stopped game.

    ``asked``: one was requested after the last stop, so it is counted; ``modified``: under modified ko;
    ``fresh``: it has had no move yet.
    """

    continuations: int = 0
    asked: bool = False
    modified: bool = False
    fresh: bool = False

    def add_one(self) -> "Continuations":
        """Return the value with one more continuation."""
        return replace(self, continuations=self.continuations + 1, asked=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ultimate:
    """The holders of ultimate prisoners, and the player who may declare a draw (004)."""

    held: Pair[bool] = BOTH
    draw_right: Color | None = None


NO_DECLARATIONS = Declarations()


@dataclass(frozen=True, slots=True, kw_only=True)
class Affairs:
    """The values of a game that only some rulesets need; one instance serves many positions.

    ``claims_made``: the number by each player, in the whole game.
    """

    hand: Hand = Hand()
    declarations: Declarations = NO_DECLARATIONS
    continuing: Continuations = Continuations()
    played_out: Dispute | Sequence | None = None
    claims_made: Pair[int] = NONE
    ultimate: Ultimate = Ultimate()

    @property
    def dispute(self) -> Dispute | None:
        """The current capture phase, or None."""
        return self.played_out if isinstance(self.played_out, Dispute) else None

    @property
    def sequence(self) -> Sequence | None:
        """The current confirmation sequence, or None."""
        return self.played_out if isinstance(self.played_out, Sequence) else None

    def declare(self, **changes: object) -> "Affairs":
        """Return the affairs with changed declarations."""
        return replace(self, declarations=replace(self.declarations, **changes))  # type: ignore[arg-type]

    def after_move(self) -> "Affairs":
        """Return the affairs after the game continues: marks, settled strings and claims are cleared."""
        return self if self.survive_moves else replace(self.after_first_move(), declarations=NO_DECLARATIONS)

    def after_first_move(self) -> "Affairs":
        """Return the affairs after the first move of a continuation, whose terms can no longer change."""
        return (
            replace(self, continuing=replace(self.continuing, fresh=False)) if self.continuing.fresh else self
        )

    @property
    def survive_moves(self) -> bool:
        """Whether no value here would end with the next move."""
        return not self.continuing.fresh and (
            self.declarations is NO_DECLARATIONS or self.declarations == NO_DECLARATIONS
        )
