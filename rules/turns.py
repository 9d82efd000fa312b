"""A player's turn without a stone: passes, the button, challenges, delays, recorded illegal moves.

The button is B. Phease's and B. Spight's (Sensei's Library, Button Go): the player who takes it, instead of a
play or a pass, receives its points if area is scored; that lifts every ko and superko, and nobody can take it
again. C: it is not a pass, so that two passes after it still stop the game; if nobody takes it, it counts for
nobody.

Each function returns the next state, or the reason or the refusal that forbids the action.
"""

from dataclasses import replace

from rules import capturing, confirming, endings, settling
from rules.actions import ChallengeKo, Delay, Pass, Penalise, TakeButton, UltimateDelay
from rules.affairs import Hand, Ultimate
from rules.axes import Endless, Handicap, IllegalMove, Passing
from rules.illegal import Illegal, Reason
from rules.plays import affairs_after_turn, can_play, trial
from rules.point import Color
from rules.repetition import Repeats
from rules.setting import NEVER
from rules.standing import Phase
from rules.state import AnyState, State


def regular_pass(state: AnyState, action: Pass) -> AnyState | Reason:
    """Pass; the last of several passes stops or ends a game, a capture phase or a sequence."""
    if state.phase is Phase.CAPTURE:
        return capturing.after_pass(state, action)
    if settling.is_stopped_until_play(state):
        return _pass_in_stopped_game(state, action)
    refused = _no_pass(state, action)
    if refused:
        return refused
    if state.phase is Phase.CONFIRMATION:
        return confirming.after_pass(state, action)
    return _after_pass(state, action, state.standing.affairs.hand)


def _pass_in_stopped_game(state: AnyState, action: Pass) -> AnyState | Reason:
    """Pass in a stopped game, which only a play resumes: what was said and settled remains.

    Either player may, as nobody has the turn, unless passes are counted to the end of the game.
    """
    counted = state.setting.ends_at != NEVER
    if action.color not in ((state.to_play,) if counted else (Color.BLACK, Color.WHITE)):
        return Reason.NOT_YOUR_TURN
    passes, standing = state.standing.passes + 1, state.standing
    if passes >= state.setting.ends_at:
        return _after_pass(state, action, standing.affairs.hand)
    hand = _hand_after_pass(state, Color(action.color), standing.affairs.hand)
    now = standing.with_changes(passes=passes, affairs=replace(standing.affairs, hand=hand))
    return state.follow(action, now, to_play=Color(action.color).other)


def _hand_after_pass(state: State, color: Color, hand: Hand) -> Hand:
    """Return tokens and the last player to pass."""
    if state.ruleset.passing is Passing.TOKEN:
        hand = replace(hand, tokens=hand.tokens.put(color.other, hand.tokens.get(color.other) + 1))
    return replace(hand, last_passer=color)


def penalise(state: AnyState, action: Penalise) -> AnyState | Reason:
    """Record an illegal move made on the board: taken back, counted as a pass, and fined (003 rule 8).

    Where the ruleset has no fine, the pass alone is its cost (AGA rule 8).
    """
    if state.ruleset.illegal_move not in (IllegalMove.PASS, IllegalMove.PASS_AND_FINE):
        return Reason.WRONG_PHASE
    if state.phase not in (Phase.PLAY, Phase.STOPPED):
        return Reason.WRONG_PHASE
    refused = _no_pass(state, action)
    if refused:
        return refused
    hand = state.standing.affairs.hand
    fines = hand.fines.put(state.to_play, hand.fines.get(state.to_play) + 1)
    return _after_pass(state, action, replace(hand, fines=fines))


def _no_pass(state: State, action: Pass | Penalise) -> Reason | None:
    standing = state.standing
    if standing.play_refused not in (None, Reason.CONTINUATIONS_USED_UP):  # this does not forbid a pass
        return standing.play_refused
    if action.color != state.to_play:
        return Reason.NOT_YOUR_TURN
    if state.ruleset.passing is Passing.DELAY:
        return Reason.PASS_NOT_ALLOWED
    return _place_handicap(state)


def _place_handicap(state: State) -> Reason | None:
    """Refuse a pass while a free handicap stone can still be placed."""
    placing = state.standing.handicap_moves and state.ruleset.handicap is Handicap.FREE
    return Reason.PASS_NOT_ALLOWED if placing and can_play(state, state.to_play) else None


def _after_pass(state: AnyState, action: Pass | Penalise, hand: Hand) -> AnyState:
    setting, other = state.setting, state.to_play.other
    hand = _hand_after_pass(state, state.to_play, hand)
    affairs = replace(state.standing.affairs.after_move(), hand=hand)
    passes = state.standing.passes + 1
    now = state.standing.with_changes(handicap_moves=0, passes=passes, phase=Phase.PLAY, affairs=affairs)
    if passes >= setting.ends_at:
        now = state.end_by_count(now, 0)
    elif passes == setting.stops_at or settling.is_stopped_until_play(state):
        now = state.stop(now)
    return state.follow(action, now, to_play=other)


def take_button(state: AnyState, action: TakeButton) -> AnyState | Reason:
    """Take the button: ko and superko are lifted, and a stopped game that was open continues."""
    refused = _no_button(state, action)
    if refused:
        return refused
    affairs = affairs_after_turn(state)
    affairs = replace(affairs, hand=replace(affairs.hand, button=state.to_play))
    now = state.standing.with_changes(handicap_moves=0, passes=0, phase=Phase.PLAY, affairs=affairs)
    return state.follow(
        action, now, to_play=state.to_play.other, memory=state.setting.rule.after_button(state)
    )


def _no_button(state: State, action: TakeButton) -> Reason | None:
    if state.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
        return Reason.WRONG_PHASE
    if state.standing.play_refused is not None or action.color != state.to_play:
        return state.standing.play_refused or Reason.NOT_YOUR_TURN
    if not state.ruleset.button or state.standing.affairs.hand.button:
        return Reason.NO_BUTTON
    if state.standing.out_of_stones is state.to_play:
        return Reason.OUT_OF_STONES
    return _place_handicap(state)


def challenge(  # noqa: PLR0911  # one return for each reason
    state: AnyState, action: ChallengeKo
) -> AnyState | Illegal | Reason:
    """Pass for one ko recapture, which is not a regular pass (002 modified ko, Japanese article 7.2)."""
    shut, spot = state.standing.play_refused, state.setting.grid.find(action.at)
    if shut is not None or action.color != state.to_play:
        return shut or Reason.NOT_YOUR_TURN
    if settling.is_stopped_until_play(state):
        return Reason.WRONG_PHASE
    if spot is None or state.memory.fights is None:
        return Reason.OFF_BOARD if spot is None else Reason.WRONG_PHASE
    if state.standing.out_of_stones is state.to_play:
        return Reason.OUT_OF_STONES
    tried = trial(state, state.to_play, spot)
    if tried is None:
        return Reason.NOT_A_RECAPTURE
    memory = state.setting.rule.after_challenge(state, tried)
    if isinstance(memory, Repeats):
        return state.refusal(memory)
    affairs = state.standing.affairs
    affairs = affairs.after_first_move() if state.phase is Phase.CONFIRMATION else affairs.after_move()
    now = state.standing.with_changes(passes=0, affairs=affairs)
    return state.follow(action, now, to_play=state.to_play.other, memory=memory)


def delay(state: AnyState, action: Delay) -> AnyState | Reason:
    """Return a prisoner from the player's bowl to the opponent's supply (004 rule 6)."""
    refused = _no_delay(state, action)
    if refused:
        return refused
    if not state.prisoners[state.to_play]:
        return Reason.NOTHING_TO_RETURN
    now = state.standing.add_prisoners(state.to_play, -1, state.setting.supply)
    return endings.end_if_stuck(state.follow(action, now, to_play=state.to_play.other))


def ultimate_delay(state: AnyState, action: UltimateDelay) -> AnyState | Reason:
    """Return the ultimate prisoner.

    The second player to return it grants the other a draw right (004 rule 8).
    """
    refused = _no_delay(state, action)
    if refused:
        return refused
    affairs, color = state.standing.affairs, state.to_play
    ultimate = affairs.ultimate
    if not ultimate.held.get(color):
        return Reason.NOTHING_TO_RETURN
    granted = state.ruleset.endless is Endless.DRAW_RIGHT and not ultimate.held.get(color.other)
    ultimate = Ultimate(
        held=ultimate.held.put(color, value=False),
        draw_right=color.other if granted else ultimate.draw_right,
    )
    affairs = replace(affairs, ultimate=ultimate)
    return endings.end_if_stuck(
        state.follow(action, state.standing.with_changes(affairs=affairs), to_play=color.other)
    )


def _no_delay(state: State, action: Delay | UltimateDelay) -> Reason | None:
    if state.ruleset.passing is not Passing.DELAY or state.standing.play_refused is not None:
        return state.standing.play_refused or Reason.WRONG_PHASE
    return None if action.color == state.to_play else Reason.NOT_YOUR_TURN
