"""Disputed strings that are played out: capturing.py (000) has one way, confirming.py the other."""

from rules import capturing, confirming
from rules.actions import Claim, Concede
from rules.axes import Settling
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.settling import strings
from rules.standing import Phase
from rules.state import AnyState, State

_PLAYERS = (Color.BLACK, Color.WHITE)


def claim(state: AnyState, action: Claim) -> AnyState | Illegal | Reason:
    """A dispute begins: at once on the board (000), or as a question for confirmation sequences."""
    settling = state.ruleset.settling
    if state.phase is not Phase.STOPPED or settling not in (Settling.CAPTURE_PHASE, Settling.CONFIRMATION):
        return Reason.WRONG_PHASE
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    named = strings(state, action.points)
    if named is None:
        return Reason.OFF_BOARD
    begin = capturing.begin if settling is Settling.CAPTURE_PHASE else confirming.ask
    return begin(state, action, named)


def after_play(before: State, after: AnyState) -> AnyState:
    """What a play comes to in a capture phase or a sequence."""
    if after.phase is Phase.CAPTURE:
        return capturing.after_play(before, after)
    return confirming.after_play(after)


def concede(state: AnyState, action: Concede) -> AnyState | Reason:
    """One player gives up their side of what is being played out."""
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    if state.phase is Phase.CAPTURE:
        return capturing.concede(state, action)
    return confirming.concede(state, action)
