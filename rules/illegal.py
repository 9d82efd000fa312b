"""Refusals of actions, with a closed set of reasons."""

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """The reasons for which the engine refuses actions."""

    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    NOT_YOUR_TURN = "not_your_turn"
    SUICIDE = "suicide"
    KO = "ko"
    SUPERKO = "superko"
    LOCKED_KO = "locked_ko"
    OUT_OF_STONES = "out_of_stones"
    PASS_NOT_ALLOWED = "pass_not_allowed"  # noqa: S105  # a pass of Go
    NOTHING_TO_RETURN = "nothing_to_return"
    NO_BUTTON = "no_button"
    NOT_A_RECAPTURE = "not_a_recapture"
    ALREADY_PREPARED = "already_prepared"
    NO_DRAW_RIGHT = "no_draw_right"
    NO_STONES = "no_stones"
    CONTINUATIONS_USED_UP = "continuations_used_up"
    WRONG_PHASE = "wrong_phase"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Illegal:
    """A refused action. The game is unchanged.

    ``clause`` quotes the ruleset. ``repeats_turn`` is set for a repetition: the number of actions after which
    the board (or situation) that would return first occurred; 0 is the start.
    """

    reason: Reason
    clause: str
    repeats_turn: int | None = None
