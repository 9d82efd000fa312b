"""A stopped game: it goes on, or its players mark and agree what is dead and it is counted."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from rules.actions import Accept, AgreeDead, MarkDead, Resume
from rules.axes import Disputed, Resumption, Settling
from rules.illegal import Reason
from rules.point import Color
from rules.standing import NOBODY, Affairs, Phase
from rules.stones import string_of

if TYPE_CHECKING:
    from rules.game import Game


def strings(game: "Game", points: Iterable[str]) -> int | None:
    """The strings that hold any of the points, as a set of points; None where a point is off the board."""
    named = game.setting.grid.known(points)
    if named is None:
        return None
    stride = game.setting.stride
    black, white = (
        string_of(named & game.black, game.black, stride),
        string_of(named & game.white, game.white, stride),
    )
    return black | white


def resume(game: "Game", action: Resume) -> "Game | Reason":
    """A continuation, as often as the cap allows; or modified ko for one that has had no move yet (002)."""
    rules, affairs = game.ruleset, game.standing.affairs
    if action.color is not None and action.color not in (Color.BLACK, Color.WHITE):
        return Reason.NOT_YOUR_TURN
    if action.modified_ko and not rules.modified_ko:
        return Reason.WRONG_PHASE
    if affairs.fresh and action.modified_ko and not affairs.modified:
        return _continued(game, action, replace(affairs, modified=True), game.to_play)
    if game.phase is not Phase.STOPPED or rules.resumption is Resumption.NONE:
        return Reason.WRONG_PHASE
    cap = rules.limit("continuations")
    if cap is not None and affairs.continuations >= cap:
        return Reason.CONTINUATIONS_USED_UP
    affairs = replace(
        affairs.moved(),
        continuations=affairs.continuations + 1,
        modified=bool(action.modified_ko),
        fresh=True,
    )
    return _continued(game, action, affairs, _first(game, action))


def _first(game: "Game", action: Resume) -> Color:
    """Who moves first in a continuation."""
    if game.ruleset.resumption is Resumption.ASKER_WAITS and action.color is not None:
        return Color(action.color).other
    return next_in_turn(game)


def next_in_turn(game: "Game") -> Color:
    """The opponent of the last player to pass."""
    passer = game.standing.affairs.last_passer
    return game.to_play if passer is None else passer.other


def _continued(game: "Game", action: Resume, affairs: Affairs, to_play: Color) -> "Game":
    passes = game.standing.passes if game.setting.open_stop else 0
    phase = Phase.CONFIRMATION if game.phase is Phase.CONFIRMATION else Phase.PLAY
    now = game.standing.but(phase=phase, shut=None, passes=passes, affairs=affairs)
    memory = game.setting.rule.begin(game, modified=affairs.modified)
    return game.follow(action, now, to_play=to_play, memory=memory)


def mark_dead(game: "Game", action: MarkDead) -> "Game | Reason":
    """One player's opinion on what is dead; a new one, and nobody has accepted it yet."""
    refused = _no_settling(game, action)
    if refused:
        return refused
    marked = _dead(game, action.points)
    if marked is None:
        return Reason.OFF_BOARD
    affairs = game.standing.affairs
    affairs = replace(affairs, marks=affairs.marks.put(Color(action.color), marked), accepted=NOBODY)
    return game.follow(action, game.standing.but(affairs=affairs))


def accept(game: "Game", action: Accept) -> "Game | Reason":
    """One player is content with the marks; once both are, what both marked is dead and the game counted."""
    refused = _no_settling(game, action)
    if refused:
        return refused
    affairs = game.standing.affairs
    accepted = affairs.accepted.put(Color(action.color), value=True)
    now = game.standing.but(affairs=replace(affairs, accepted=accepted))
    if not all(accepted):
        return game.follow(action, now)
    black, white = affairs.marks.black or 0, affairs.marks.white or 0
    if game.ruleset.disputed is Disputed.UNSETTLED and (black ^ white) & ~_settled(affairs):
        return Reason.WRONG_PHASE
    return _counted(game, action, black & white)


def agree_dead(game: "Game", action: AgreeDead) -> "Game | Reason":
    """Both agree, and the game is counted."""
    if game.phase is not Phase.STOPPED or game.ruleset.settling is Settling.AS_IT_STANDS:
        return Reason.WRONG_PHASE
    dead = _dead(game, action.points)
    return Reason.OFF_BOARD if dead is None else _counted(game, action, dead)


def _no_settling(game: "Game", action: MarkDead | Accept) -> Reason | None:
    if game.phase is not Phase.STOPPED or game.ruleset.settling is Settling.AS_IT_STANDS:
        return Reason.WRONG_PHASE
    return None if action.color in (Color.BLACK, Color.WHITE) else Reason.NOT_YOUR_TURN


def _dead(game: "Game", points: Iterable[str]) -> int | None:
    """Points as given where points are agreed on (001), whole strings elsewhere."""
    if game.ruleset.settling is Settling.AGREED_POINTS:
        return game.setting.grid.known(points)
    return strings(game, points)


def _counted(game: "Game", action: Accept | AgreeDead, dead: int) -> "Game":
    dead |= proved_dead(game.standing.affairs) & (game.black | game.white)
    emptied = dead if game.ruleset.settling is Settling.AGREED_POINTS else 0
    return game.follow(action, game.counted(game.standing, dead), gone=emptied)


def proved_dead(affairs: Affairs) -> int:
    """The strings that were given up, or captured by the last sequence that was played for them."""
    dead = affairs.dead
    for question in affairs.questions:
        dead |= question.stones if question.captured else 0
    return dead


def _settled(affairs: Affairs) -> int:
    """The strings on which nobody's opinion counts any more."""
    settled = affairs.alive | affairs.dead
    for question in affairs.questions:
        settled |= question.stones if question.proved is not None else 0
    return settled
