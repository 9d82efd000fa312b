"""Endings without a count: resignation, draw, no result, and a player without a move."""

from rules.actions import AgreeDraw, DeclareDraw, Play, Resign, TakeButton
from rules.axes import Endless, Passing
from rules.illegal import Reason
from rules.plays import can_play
from rules.point import Color
from rules.scoring import NO_RESULT, Outcome, by_resignation, without_winner
from rules.standing import Phase
from rules.state import AnyState, State

_PLAYERS = (Color.BLACK, Color.WHITE)
_ENDLESS_AT = 3
_REPEATED_AT = 2


def resign(state: AnyState, action: Resign) -> AnyState | Reason:
    """Resign: the opponent wins.

    Only in games without passes is it limited to the player's own turn (004 rule 9).
    """
    own_turn_only = state.ruleset.passing is Passing.DELAY
    if action.color not in ((state.to_play,) if own_turn_only else _PLAYERS):
        return Reason.NOT_YOUR_TURN
    return state.follow(action, state.standing.end(by_resignation(Color(action.color))))


def declare_draw(state: AnyState, action: DeclareDraw) -> AnyState | Reason:
    """Declare a draw by right (004) or by claim (002), or claim no result (000).

    The opponent may accept a claim of no result.
    """
    endless = state.ruleset.endless
    claim = endless is Endless.NO_RESULT_ON_CLAIM
    if action.color not in (_PLAYERS if claim else (state.to_play,)):
        return Reason.NOT_YOUR_TURN
    if state.phase is not Phase.PLAY:
        return Reason.WRONG_PHASE
    if claim:
        return _claim_no_result(state, action)
    if endless is Endless.DRAW_RIGHT and state.draw_right is state.to_play:
        return _end(state, action, "declared draw")
    if endless is Endless.DRAW_ON_CLAIM and occurrences(state, prisoners=True) >= _ENDLESS_AT:
        return _end(state, action, "claimed draw")
    return Reason.NO_DRAW_RIGHT


def _claim_no_result(state: AnyState, action: DeclareDraw) -> AnyState | Reason:
    return Reason.NO_DRAW_RIGHT if occurrences(state) < _ENDLESS_AT else _offer(state, action)


def _offer(state: AnyState, action: DeclareDraw | AgreeDraw) -> AnyState:
    """Offer; the opponent may accept until the game continues."""
    offer = None if action.color is None else Color(action.color)
    affairs = state.standing.affairs.declare(offer=offer)
    memory = state.setting.rule.after_word(state)
    return state.follow(action, state.standing.with_changes(affairs=affairs), memory=memory)


def agree_draw(state: AnyState, action: AgreeDraw) -> AnyState | Reason:
    """Agree that nobody wins: a draw (002), or no result if a cycle allows it, once both have agreed."""
    if action.color not in (None, *_PLAYERS):
        return Reason.NOT_YOUR_TURN
    if state.phase not in (Phase.PLAY, Phase.STOPPED):
        return Reason.WRONG_PHASE
    endless, offer = state.ruleset.endless, state.draw_offer
    if not _may_agree(state) or (offer and action.color == offer):
        return Reason.NO_DRAW_RIGHT
    if action.color is not None and offer is None:
        return _offer(state, action)
    return _end(state, action, "agreed draw" if endless is Endless.DRAW_ON_CLAIM else NO_RESULT)


def _may_agree(state: State) -> bool:
    """Return whether the players may agree that nobody wins, or one of them accept an offer."""
    match state.ruleset.endless:
        case Endless.DRAW_ON_CLAIM:
            return True
        case Endless.NO_RESULT_ON_CLAIM:
            return state.draw_offer is not None
        case Endless.NO_RESULT_ON_AGREEMENT:
            return occurrences(state) >= _REPEATED_AT
    return False


def _end(state: AnyState, action: DeclareDraw | AgreeDraw, by: str) -> AnyState:
    return state.follow(action, state.standing.end(without_winner(by)))


def occurrences(state: State, *, prisoners: bool = False) -> int:
    """Return how often the board has occurred with the same player to move.

    With ``prisoners`` the prisoner difference has to be the same as well. Passing alone repeats nothing:
    between two occurrences there is a play. Positions before the button was taken do not count.
    """
    seen, counting = 0, True
    for at in state.line():
        if counting and _is_same_situation(at, state, prisoners=prisoners):
            seen, counting = seen + 1, False
        if isinstance(at.last_action, TakeButton):
            break
        counting = counting or isinstance(at.last_action, Play)
    return seen


def _is_same_situation(at: State, state: State, *, prisoners: bool) -> bool:
    same = at.black == state.black and at.white == state.white and at.to_play is state.to_play
    return same and (not prisoners or _difference(at) == _difference(state))


def _difference(state: State) -> int:
    """Return Black's prisoners minus White's."""
    return state.standing.black_prisoners - state.standing.white_prisoners


def end_if_stuck(state: AnyState) -> AnyState:
    """Return the state, or its end if the player to move has no placement, delay or draw (004 rule 9)."""
    color, affairs = state.to_play, state.standing.affairs
    if state.ruleset.passing is not Passing.DELAY or affairs.ultimate.held.get(color):
        return state
    if state.prisoners[color] or affairs.ultimate.draw_right is color or can_play(state, color):
        return state
    outcome = Outcome(winner=color.other, margin=None, by="no move left")
    return state.with_standing(state.standing.end(outcome))
