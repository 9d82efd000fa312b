"""The actions in a stopped game: the players resume it, or agree on the dead stones for the count."""

from collections.abc import Iterable
from dataclasses import replace

from rules.actions import Accept, AgreeDead, MarkDead, Resume
from rules.affairs import NOBODY, Affairs
from rules.axes import Disputed, Resumption, Settling
from rules.clauses import clause_of_axis
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.setting import NEVER
from rules.standing import Phase, Standing
from rules.state import AnyState, State
from rules.stones import string_of


def strings(state: State, points: Iterable[str]) -> int | None:
    """Return the strings that hold any of the points, as a set of points.

    None if a point is off the board.
    """
    named = state.setting.grid.mask_if_known(points)
    return None if named is None else strings_of(state, named)


def strings_of(state: State, points: int) -> int:
    """Return the whole strings through a set of points."""
    black, white = (string_of(points & own, own, state.setting.stride) for own in (state.black, state.white))
    return black | white


def standing_in_dispute(state: State, phase: Phase, affairs: Affairs) -> Standing:
    """Return the standing of a dispute; a player who accepted the position has to do so again."""
    affairs = affairs.declare(accepted=NOBODY)
    return state.standing.with_changes(phase=phase, play_refused=None, passes=0, affairs=affairs)


def resume(state: AnyState, action: Resume) -> AnyState | Reason:
    """Continue the game, as often as the cap allows, or request modified ko before the first move (002)."""
    rules, affairs = state.ruleset, state.standing.affairs
    if action.color is not None and action.color not in (Color.BLACK, Color.WHITE):
        return Reason.NOT_YOUR_TURN
    if action.modified_ko and not rules.modified_ko:
        return Reason.WRONG_PHASE
    going = affairs.continuing
    if going.fresh and action.modified_ko and not going.modified:
        affairs = replace(affairs, continuing=replace(going, modified=True))
        return _continue(state, action, affairs, state.to_play)
    if state.phase is not Phase.STOPPED or rules.resumption is Resumption.NONE:
        return Reason.WRONG_PHASE
    if not state.continues:
        return Reason.CONTINUATIONS_USED_UP
    going = replace(going.add_one(), modified=bool(action.modified_ko), fresh=True)
    affairs = replace(affairs.after_move(), continuing=going)
    return _continue(state, action, affairs, _first(state, action))


def is_stopped_until_play(state: State) -> bool:
    """Return whether the game is stopped and a play resumes it, while a pass leaves it stopped."""
    return state.setting.until_play and state.phase is Phase.STOPPED


def resume_for(state: AnyState, color: Color) -> AnyState:
    """Return a stopped game at the same turn, resumed for a play of that colour; unchanged if it cannot be.

    The play is the evidence that the game was resumed. If the opponent of the player who asks moves first,
    then either player may be the first to play, as the other may have asked.
    """
    if state.setting.ends_at != NEVER or not state.continues or color not in (Color.BLACK, Color.WHITE):
        return state  # where passes are counted to the end of the game, a play resets their number
    asker_waits = state.ruleset.resumption is Resumption.ASKER_WAITS
    affairs = state.standing.affairs
    going = replace(affairs.continuing.add_one(), modified=False, fresh=True)
    affairs = replace(affairs.after_move(), continuing=going)
    now = state.standing.with_changes(phase=Phase.PLAY, play_refused=None, passes=0, affairs=affairs)
    resumed = state.with_standing(now, to_play=color if asker_waits else next_in_turn(state))
    resumed.memory = state.setting.rule.begin(state, modified=False)
    return resumed


def _first(state: State, action: Resume) -> Color:
    """Return who moves first in a continuation."""
    if state.ruleset.resumption is Resumption.ASKER_WAITS and action.color is not None:
        return Color(action.color).other
    return next_in_turn(state)


def next_in_turn(state: State) -> Color:
    """Return the opponent of the last player to pass."""
    passer = state.standing.affairs.hand.last_passer
    return state.to_play if passer is None else passer.other


def _continue(state: AnyState, action: Resume, affairs: Affairs, to_play: Color) -> AnyState:
    counted = state.setting.ends_at != NEVER
    passes = min(state.standing.passes, state.setting.stops_at) if counted else 0
    phase = Phase.CONFIRMATION if state.phase is Phase.CONFIRMATION else Phase.PLAY
    now = state.standing.with_changes(phase=phase, play_refused=None, passes=passes, affairs=affairs)
    memory = state.setting.rule.begin(state, modified=affairs.continuing.modified)
    return state.follow(action, now, to_play=to_play, memory=memory)


def mark_dead(state: AnyState, action: MarkDead) -> AnyState | Reason:
    """Replace a player's marks; no player has accepted the new ones."""
    refused = _no_settling(state, action)
    if refused:
        return refused
    marked = _dead(state, action.points)
    if marked is None:
        return Reason.OFF_BOARD
    affairs = state.standing.affairs
    affairs = affairs.declare(
        marks=affairs.declarations.marks.put(Color(action.color), marked), accepted=NOBODY
    )
    return state.follow(action, state.standing.with_changes(affairs=affairs))


def accept(state: AnyState, action: Accept) -> AnyState | Illegal | Reason:
    """Accept the marks.

    Once both players have, the stones that both marked are dead and the game is counted.
    """
    refused = _no_settling(state, action)
    if refused:
        return refused
    said = state.standing.affairs.declarations
    accepted = said.accepted.put(Color(action.color), value=True)
    now = state.standing.with_changes(affairs=state.standing.affairs.declare(accepted=accepted))
    if not all(accepted):
        return state.follow(action, now)
    black, white = said.marks.black or 0, said.marks.white or 0
    if state.ruleset.disputed is Disputed.UNSETTLED and (black ^ white) & ~(said.alive | said.dead):
        disputed = state.ruleset.disputed
        return Illegal(Reason.WRONG_PHASE, clause_of_axis(state.ruleset, "disputed", disputed.says))
    return _count(state, action, black & white)


def agree_dead(state: AnyState, action: AgreeDead) -> AnyState | Reason:
    """Agree on the dead stones and count the game."""
    if state.phase is not Phase.STOPPED or state.ruleset.settling is Settling.AS_IT_STANDS:
        return Reason.WRONG_PHASE
    dead = _dead(state, action.points)
    return Reason.OFF_BOARD if dead is None else _count(state, action, dead)


def _no_settling(state: State, action: MarkDead | Accept) -> Reason | None:
    if state.phase is not Phase.STOPPED or state.ruleset.settling is Settling.AS_IT_STANDS:
        return Reason.WRONG_PHASE
    return None if action.color in (Color.BLACK, Color.WHITE) else Reason.NOT_YOUR_TURN


def _dead(state: State, points: Iterable[str]) -> int | None:
    """Return the points as given if points are agreed on (001), else whole strings."""
    if state.ruleset.settling is Settling.AGREED_POINTS:
        return state.setting.grid.mask_if_known(points)
    return strings(state, points)


def _count(state: AnyState, action: Accept | AgreeDead, dead: int) -> AnyState:
    dead |= state.removed_dead(state.standing.affairs.declarations.dead & ~dead, dead)
    emptied = dead if state.ruleset.settling is Settling.AGREED_POINTS else 0
    return state.follow(action, state.end_by_count(state.standing, dead), gone=emptied)
