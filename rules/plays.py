"""The play of a stone: its captures, the rules that forbid it, and its other effects."""

from dataclasses import replace

from rules.actions import Play
from rules.affairs import Affairs
from rules.grid import Spot
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.position import NO_MEMORY, Memory
from rules.repetition import Repeats, TriedPlay
from rules.standing import Phase, Standing
from rules.state import AnyState, State
from rules.stones import find_captures, find_captures_at, string_without_liberty

_BLACK, _WHITE = Color.BLACK, Color.WHITE

_Settled = tuple[int, int, int, Color, Memory, Standing]
"""Black's and White's points and their number after a play; player to move; memory; standing."""


# Every stone of every record is played by this function: it is written for speed, with local variables and
# without calls that a quiet move does not need.
def play(state: AnyState, action: Play) -> AnyState | Illegal:
    """Return the state after a play, or the refusal of the rules.

    If the standing ``has_consequences``, the effects of the play on a dispute, or on an opponent without a
    move, have still to be settled.
    """
    setting, color, quiet = state.setting, state.to_play, state.quiet
    if not quiet and state.standing.play_refused is not None:
        return setting.refusals[state.standing.play_refused]
    if action.color is not color and action.color != color:
        return setting.refusals[Reason.NOT_YOUR_TURN]
    try:
        spot = setting.spots[action.at]
    except (KeyError, TypeError):
        found = setting.grid.find(action.at)
        if found is None:
            return setting.refusals[Reason.OFF_BOARD]
        spot = found
    bit, near, sides = spot
    if not state.empty & bit:
        return setting.refusals[Reason.OCCUPIED]
    black, white, empty = state.black, state.white, state.empty ^ bit
    if color is _BLACK:
        own = black = black | bit
        other, to_play = white, _WHITE
    else:
        own = white = white | bit
        other, to_play = black, _BLACK
    taken = find_captures(sides, other, empty, setting.stride) if other & near else 0
    if not empty & near and not taken:
        taken = string_without_liberty(bit | near & own, own, empty, setting.stride)
    stones = peak = state.stones + 1
    standing, memory = state.standing, NO_MEMORY
    if taken or not quiet:
        settled = _resolve(state, color, spot, black, white, taken)
        if isinstance(settled, Illegal):
            return settled
        black, white, stones, to_play, memory, standing = settled
        empty |= taken
        peak = max(stones, state.peak)
        quiet = standing.quiet and stones == peak
    after = type(state)()
    after.setting = setting
    after.standing = standing
    after.black = black
    after.white = white
    after.empty = empty
    after.stones = stones
    after.peak = peak
    after.quiet = quiet
    after.to_play = to_play
    after.turn = state.turn + 1
    after.last_action = action
    after.previous = state
    after.memory = memory
    return after


def play_refusal(state: State, color: Color, spot: Spot) -> Illegal | None:
    """Return why a player could not play there, on either player's turn; None if the play is legal."""
    if not state.empty & spot[0]:
        return state.setting.refusals[Reason.OCCUPIED]
    black, white, taken = _place(state, color, spot)
    if not taken and state.quiet:
        return None
    settled = _resolve(state, color, spot, black, white, taken)
    return settled if isinstance(settled, Illegal) else None


def can_play(state: State, color: Color) -> bool:
    """Return whether a player has any legal play."""
    return any(play_refusal(state, color, spot) is None for spot in state.setting.spots.values())


def trial(state: State, color: Color, spot: Spot) -> TriedPlay | None:
    """Return a play tried for its effect alone, legal or not; None on an occupied point."""
    if not state.empty & spot[0]:
        return None
    return _trial_of_stone(state, color, spot, *_place(state, color, spot))


def _place(state: State, color: Color, spot: Spot) -> tuple[int, int, int]:
    """Return both colours with the new stone, and the stones that are then without a liberty."""
    black = state.black | spot[0] if color is _BLACK else state.black
    white = state.white if color is _BLACK else state.white | spot[0]
    own, other = (black, white) if color is _BLACK else (white, black)
    return black, white, find_captures_at(spot, own, other, state.empty ^ spot[0], state.setting.stride)


def _trial_of_stone(state: State, color: Color, spot: Spot, black: int, white: int, taken: int) -> TriedPlay:
    stones = state.stones + 1 - taken.bit_count()
    to_play = color if state.standing.handicap_moves > 1 else color.other
    return TriedPlay(color, spot, taken, black & ~taken, white & ~taken, stones, to_play)


def _resolve(
    state: State, color: Color, spot: Spot, black: int, white: int, taken: int
) -> _Settled | Illegal:
    """Return the result of a play that captures, may repeat a board, or is in a game that is not quiet."""
    setting = state.setting
    if state.standing.out_of_stones is color:
        return setting.refusals[Reason.OUT_OF_STONES]
    suicide = bool(taken & spot[0])
    if suicide and taken.bit_count() < setting.smallest_suicide:
        return setting.refusals[Reason.SUICIDE]
    tried = _trial_of_stone(state, color, spot, black, white, taken)
    memory = setting.rule.after_play(state, tried)
    if isinstance(memory, Repeats):
        return state.refusal(memory)
    standing = _standing_after(state, color.other if suicide else color, taken.bit_count())
    return tried.black, tried.white, tried.stones, tried.to_play, memory, standing


def _standing_after(state: State, captor: Color, taken: int) -> Standing:
    """Return the standing after a play that is not quiet: with prisoners, without passes and marks."""
    standing, supply = state.standing, state.setting.supply
    if standing.quiet:
        return standing.add_captures(captor, taken, supply) if taken else standing
    if standing.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
        now = standing.with_changes(passes=0, affairs=standing.affairs.after_first_move())
    else:
        moves = max(standing.handicap_moves - 1, 0)
        affairs = affairs_after_turn(state)
        now = standing.with_changes(handicap_moves=moves, passes=0, phase=Phase.PLAY, affairs=affairs)
    return now.add_prisoners(captor, taken, supply) if taken else now


def affairs_after_turn(state: State) -> Affairs:
    """Return the affairs after a turn that is not a pass: after a stop it begins a continuation."""
    affairs = state.standing.affairs.after_move()
    if state.standing.passes >= state.setting.stops_at and not affairs.continuing.asked:
        return replace(affairs, continuing=affairs.continuing.add_one())
    return affairs
