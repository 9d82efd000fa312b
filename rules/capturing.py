"""The capture phase (000): a disputed string is captured on the board or lives; the board is not restored."""

from dataclasses import replace

from rules.actions import Claim, Concede, GiveStone, Pass
from rules.affairs import UNMARKED, Affairs, Dispute
from rules.axes import gettext_noop
from rules.clauses import clause_of_axis
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.settling import next_in_turn, standing_in_dispute, strings_of
from rules.standing import Phase, Standing
from rules.state import AnyState, State


def begin(state: AnyState, action: Claim, named: int) -> AnyState | Illegal | Reason:
    """Begin a capture phase for the strings through these points.

    The opponent of their owner claims that they can be captured.
    """
    owner = Color(action.color).other
    stones = named & (state.black if owner is Color.BLACK else state.white)
    if not stones:
        return Reason.NO_STONES
    affairs = state.standing.affairs
    if not action.capturable:
        return _no_dispute(
            state, gettext_noop("the opponent of its owner claims that a string can be captured")
        )
    if stones & affairs.declarations.alive:
        return _no_dispute(state, gettext_noop("a string that was found alive is not disputed again"))
    dispute = Dispute(stones=stones, owner=owner)
    now = standing_in_dispute(
        state, Phase.CAPTURE, replace(affairs.declare(marks=UNMARKED), played_out=dispute)
    )
    return state.follow(action, now, to_play=owner).with_standing(now, phase=Phase.CAPTURE)


def _no_dispute(state: State, says: str) -> Illegal:
    return Illegal(Reason.WRONG_PHASE, clause_of_axis(state.ruleset, "settling", says))


def after_play(before: State, after: AnyState) -> AnyState:
    """Return the state after a play, which may have captured the last of the disputed stones."""
    dispute = after.standing.affairs.dispute
    if dispute is None:
        return after
    left, owner = dispute.stones & ~after.empty, dispute.owner
    affairs = _reopen_changed_strings(before, after)
    by_owner = before.to_play is owner
    if by_owner and not left:
        return _return_to_stop(after, replace(affairs, played_out=None))
    dispute = Dispute(stones=left, owner=owner, due=not by_owner)
    return after.with_standing(after.standing.with_changes(affairs=replace(affairs, played_out=dispute)))


def _reopen_changed_strings(before: State, after: State) -> Affairs:
    """Return the affairs with changed strings unsettled.

    A string that was captured or has grown is another string (C).
    """
    black, white = before.black ^ after.black, before.white ^ after.white
    changed = before.empty ^ after.empty | strings_of(after, black | white)
    affairs = after.standing.affairs
    return affairs.declare(
        alive=affairs.declarations.alive & ~changed, dead=affairs.declarations.dead & ~changed
    )


def after_pass(state: AnyState, action: Pass) -> AnyState | Reason:
    """Return the state after a pass of the attacker, or of the owner if the owner may pass."""
    dispute, color = state.standing.affairs.dispute, state.to_play
    if action.color != color or dispute is None:
        return Reason.NOT_YOUR_TURN
    if color is dispute.owner and dispute.due:
        return Reason.PASS_NOT_ALLOWED
    if color is dispute.owner and dispute.declined:
        return _decide(state, action, alive=True)
    declined = color is not dispute.owner
    return _record_answer(state, action, state.standing, replace(dispute, declined=declined))


def give_stone(state: AnyState, action: GiveStone) -> AnyState | Reason:
    """Answer a play with a prisoner instead of a stone on the board (000)."""
    dispute = state.standing.affairs.dispute
    if state.phase is not Phase.CAPTURE or dispute is None:
        return Reason.WRONG_PHASE
    if action.color != state.to_play:
        return Reason.NOT_YOUR_TURN
    if state.to_play is not dispute.owner or not dispute.due:
        return Reason.WRONG_PHASE
    paid = _pay_prisoner(state, dispute)
    if not dispute.stones:
        return _return_to_stop(state.follow(action, paid), replace(paid.affairs, played_out=None))
    return _record_answer(state, action, paid, replace(dispute, due=False))


def _pay_prisoner(state: State, dispute: Dispute) -> Standing:
    return state.standing.add_prisoners(dispute.owner.other, 1, state.setting.supply)


def _record_answer(
    state: AnyState, action: Pass | GiveStone, standing: Standing, dispute: Dispute
) -> AnyState:
    now = standing.with_changes(affairs=replace(standing.affairs, played_out=dispute))
    return state.follow(action, now, to_play=state.to_play.other)


def concede(state: AnyState, action: Concede) -> AnyState | Reason:
    """Concede: the owner gives the strings up, or the attacker lets them live (I).

    An answer still due to a play is given as a stone.
    """
    dispute = state.standing.affairs.dispute
    return (
        Reason.WRONG_PHASE if dispute is None else _decide(state, action, alive=action.color != dispute.owner)
    )


def _decide(state: AnyState, action: Pass | Concede, *, alive: bool) -> AnyState:
    dispute = state.standing.affairs.dispute
    stones = strings_of(state, dispute.stones) if dispute else 0
    standing = _pay_prisoner(state, dispute) if dispute and dispute.due else state.standing
    said = standing.affairs.declarations.settle(stones, alive=alive)
    affairs = replace(standing.affairs, declarations=said, played_out=None)
    return _return_to_stop(state.follow(action, standing), affairs)


def _return_to_stop(state: AnyState, affairs: Affairs) -> AnyState:
    """Return to the stopped game with the question settled."""
    now = state.stop(state.standing.with_changes(passes=state.setting.stops_at, affairs=affairs))
    return state.with_standing(now, to_play=next_in_turn(state), phase=Phase.PLAY)
