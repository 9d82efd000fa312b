"""The public form of the fights and claims of a game, with vertices instead of sets of points."""

from dataclasses import dataclass

from rules.affairs import Question
from rules.grid import Grid
from rules.point import Color
from rules.position import Fight


@dataclass(frozen=True, slots=True, kw_only=True)
class Ko:
    """A ko that was fought: its two points; who captured in it, prepared a recapture, is locked out."""

    points: tuple[str, ...]
    captured_by: frozenset[Color]
    prepared_by: frozenset[Color]
    locked_out: frozenset[Color]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimState:
    """A claim: its player, its stones, whether they can be captured, the number of sequences, the decision.

    ``proved`` is None before the first sequence has ended; the last one decides.
    """

    color: Color
    points: tuple[str, ...]
    capturable: bool
    sequences: int
    proved: bool | None


def kos(fights: tuple[Fight, ...], grid: Grid) -> tuple[Ko, ...]:
    """Return the kos that were fought, oldest first."""
    return tuple(
        Ko(
            points=tuple(grid.names(fight.points)),
            captured_by=fight.captured_by,
            prepared_by=fight.prepared_by,
            locked_out=fight.locked_out,
        )
        for fight in fights
    )


def claims(questions: tuple[Question, ...], grid: Grid) -> tuple[ClaimState, ...]:
    """Return the claims of a stop."""
    return tuple(
        ClaimState(
            color=question.color,
            points=tuple(grid.names(question.stones)),
            capturable=question.capturable,
            sequences=question.sequences,
            proved=question.proved,
        )
        for question in questions
    )
