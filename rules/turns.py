"""A player's turn without a stone: passes, challenges, delays, and illegal moves that a referee records.

Each function answers with the next game, or with the reason or the refusal that forbids the action.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from rules import disputes, endings
from rules.actions import ChallengeKo, Delay, Pass, Penalise, UltimateDelay
from rules.axes import Handicap, IllegalMove, Passing
from rules.illegal import Illegal, Reason
from rules.point import Color
from rules.position import Fights
from rules.repetition import Repeats
from rules.standing import Affairs, Phase, Standing

if TYPE_CHECKING:
    from rules.game import Game


def after_play(game: "Game", captor: Color, taken: int) -> Standing:
    """The standing after a play that is not quiet: prisoners for the captor, passes and marks forgotten."""
    was = game.standing
    if not was.busy:
        return was.taking(captor, taken, game.setting.supply) if taken else was
    if was.phase in (Phase.CAPTURE, Phase.CONFIRMATION):
        now = was.but(passes=0, affairs=was.affairs.begun())
    else:
        moved = was.affairs.moved()
        now = was.but(ahead=max(was.ahead - 1, 0), passes=0, phase=Phase.PLAY, affairs=moved)
    return now.returning(captor, taken, game.setting.supply) if taken else now


def regular_pass(game: "Game", action: Pass) -> "Game | Reason":
    """A pass; the last of those that stop or end a game, a capture phase or a sequence does so."""
    if game.phase is Phase.CAPTURE:
        return disputes.pass_in_capture(game, action)
    refused = _no_pass(game, action)
    if refused:
        return refused
    if game.phase is Phase.CONFIRMATION:
        return disputes.pass_in_confirmation(game, action)
    return _passed(game, action, game.standing.affairs)


def penalise(game: "Game", action: Penalise) -> "Game | Reason":
    """An illegal move that was made on the board: taken back, a pass, and fined (003 rule 8)."""
    if game.ruleset.illegal_move is not IllegalMove.PASS_AND_FINE:
        return Reason.WRONG_PHASE
    if game.phase not in (Phase.PLAY, Phase.STOPPED):
        return Reason.WRONG_PHASE
    refused = _no_pass(game, action)
    if refused:
        return refused
    affairs = game.standing.affairs
    fines = affairs.fines.put(game.to_play, affairs.fines.of(game.to_play) + 1)
    return _passed(game, action, replace(affairs, fines=fines))


def _no_pass(game: "Game", action: Pass | Penalise) -> Reason | None:
    standing, rules = game.standing, game.ruleset
    if standing.shut is not None:
        return standing.shut
    if action.color != game.to_play:
        return Reason.NOT_YOUR_TURN
    placing = standing.ahead and rules.handicap is Handicap.FREE
    return Reason.PASS_NOT_ALLOWED if placing or rules.passing is Passing.DELAY else None


def _passed(game: "Game", action: Pass | Penalise, affairs: Affairs) -> "Game":
    where, other = game.setting, game.to_play.other
    affairs = replace(affairs.moved(), last_passer=game.to_play)
    if game.ruleset.passing is Passing.TOKEN:
        affairs = replace(affairs, tokens=affairs.tokens.put(other, affairs.tokens.of(other) + 1))
    passes = game.standing.passes + 1
    now = game.standing.but(ahead=0, passes=passes, phase=Phase.PLAY, affairs=affairs)
    if passes >= where.ends_at:
        now = game.counted(now, 0)
    elif passes == where.stops_at:
        now = stopped(now, open_stop=where.open_stop)
    return game.follow(action, now, to_play=other)


def stopped(standing: Standing, *, open_stop: bool) -> Standing:
    """A stop, in which a play or a pass goes on at once where it is open."""
    return standing.but(phase=Phase.STOPPED, shut=None if open_stop else Reason.WRONG_PHASE)


def challenge(game: "Game", action: ChallengeKo) -> "Game | Illegal | Reason":
    """A pass for one ko recapture: no regular one (002 modified ko, Japanese article 7.2)."""
    shut, spot = game.standing.shut, game.setting.grid.find(action.at)
    if shut is not None or action.color != game.to_play:
        return shut or Reason.NOT_YOUR_TURN
    if spot is None or not isinstance(game.memory, Fights):
        return Reason.OFF_BOARD if spot is None else Reason.WRONG_PHASE
    tried = game.trial(game.to_play, spot)
    if tried is None:
        return Reason.NOT_A_RECAPTURE
    memory = game.setting.rule.after_challenge(game, tried)
    if isinstance(memory, Repeats):
        return game.forbidden(memory)
    affairs = game.standing.affairs
    affairs = affairs.begun() if game.phase is Phase.CONFIRMATION else affairs.moved()
    now = game.standing.but(passes=0, affairs=affairs)
    return game.follow(action, now, to_play=game.to_play.other, memory=memory)


def delay(game: "Game", action: Delay) -> "Game | Reason":
    """A prisoner from the own bowl goes back to the opponent's supply (004 rule 6)."""
    refused = _no_delay(game, action)
    if refused:
        return refused
    if not game.prisoners[game.to_play]:
        return Reason.NOTHING_TO_RETURN
    now = game.standing.returning(game.to_play, -1, game.setting.supply)
    return endings.unless_stuck(game.follow(action, now, to_play=game.to_play.other))


def ultimate_delay(game: "Game", action: UltimateDelay) -> "Game | Reason":
    """The ultimate prisoner goes back; who does so second grants the other a draw right (004 rule 8)."""
    refused = _no_delay(game, action)
    if refused:
        return refused
    affairs, color = game.standing.affairs, game.to_play
    if not affairs.ultimates.of(color):
        return Reason.NOTHING_TO_RETURN
    second = not affairs.ultimates.of(color.other)
    affairs = replace(
        affairs,
        ultimates=affairs.ultimates.put(color, value=False),
        draw_right=color.other if second else affairs.draw_right,
    )
    return endings.unless_stuck(game.follow(action, game.standing.but(affairs=affairs), to_play=color.other))


def _no_delay(game: "Game", action: Delay | UltimateDelay) -> Reason | None:
    if game.ruleset.passing is not Passing.DELAY or game.standing.shut is not None:
        return game.standing.shut or Reason.WRONG_PHASE
    return None if action.color == game.to_play else Reason.NOT_YOUR_TURN
