"""Disputed strings that are played out, as in capturing.py (000) or in confirming.py."""

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
    """Begin a dispute: on the board (000), or as a claim for confirmation sequences."""
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
    """Return the state after a play in a capture phase or a sequence."""
    if after.phase is Phase.CAPTURE:
        return capturing.after_play(before, after)
    return confirming.after_play(after)


def concede(state: AnyState, action: Concede) -> AnyState | Reason:
    """Concede the question that is being played out."""
    if action.color not in _PLAYERS:
        return Reason.NOT_YOUR_TURN
    if state.phase is Phase.CAPTURE:
        return capturing.concede(state, action)
    return confirming.concede(state, action)
