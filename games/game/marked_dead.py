"""The dead stones that the record of a stopped game marks: the count with them, offered as an agreement."""

from typing import TypedDict

from games.analysis.comparing import judge_replay
from games.analysis.course import Replay
from games.game import records
from games.game.deciding import agreement_actions
from games.game.state import GameState
from games.sgf import NoteCode, read
from rules import Accept, Color, MarkDead, Phase


class MarkedDeadBody(TypedDict):
    """The stones that the record on file marks as dead, on which the players have not agreed.

    ``result``: of the game if these strings are dead; ``claimed``: the result that the record claims.
    """

    points: list[str]
    result: str
    claimed: str | None


def marked_points(state: GameState) -> tuple[str, ...]:
    """Return the stones that the record on file marks as dead; none if the file was erased."""
    kept = records.record_of(state.game_id, state.record.sha256) if state.record else None
    marks = kept is not None and any(note["code"] == NoteCode.DEAD_MARKED for note in kept.notes)
    if kept is None or not marks or not kept.data:
        return ()
    return read(bytes(kept.data)).games[kept.game_index].dead


def marked_dead(state: GameState) -> MarkedDeadBody | None:
    """Return the marking of a game that is stopped where its record ends, None if it cannot be agreed on.

    Nothing is offered if moves or stones of the record were guessed.
    """
    game, record = state.game, state.record
    stopped = game.phase is Phase.STOPPED and not state.illegal and not state.guessed
    points = marked_points(state) if stopped and _is_at_end(state) else ()
    if record is None or not points or not all(game.board[at] for at in points):
        return None
    result = judge_replay(Replay(game=game), points).result
    return {"points": list(points), "result": result, "claimed": record.claimed or None}


def sides_to_accept(state: GameState) -> frozenset[str]:
    """Return the sides ("b", "w") that have to accept the stones of the record, which the other marked."""
    offered = marked_dead(state)
    if offered is None:
        return frozenset()
    points = tuple(offered["points"])
    return frozenset(
        color.value
        for color in Color
        if any(isinstance(step, Accept) for step in agreement_actions(state.game, points, color.value))
    )


def _is_at_end(state: GameState) -> bool:
    """Return whether the whole record stands, and nothing but marks and acceptances follows it."""
    if state.record is None or state.intact < state.record.actions:
        return False
    return all(isinstance(action, MarkDead | Accept) for action in state.actions[state.intact :])
