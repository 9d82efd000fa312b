"""Queries of one game for REST and pages, on a state from ``loading``."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypedDict

from django.utils.translation import gettext

from games.analysis import diagram
from games.analysis.comparing import compare, judge_replay
from games.analysis.course import Course, Replay
from games.analysis.hints import TurnHintsBody, hints_data
from games.analysis.positions import (
    ActionBody,
    ScoreBody,
    StandBody,
    action_data,
    counted_dead,
    last_stone,
    owned_points,
    score_data,
    stand_data,
)
from games.analysis.replaying import RowBody, row_data
from games.analysis.terms import Changes
from games.game import records
from games.game.fitting import notes_on_proof
from games.game.loading import stream_of
from games.game.margins import parse_ruleset
from games.game.marked_dead import MarkedDeadBody, marked_dead
from games.game.policy import policy
from games.game.rows import GameRow
from games.game.state import GameState
from games.log import store
from games.refusals import refuse
from games.rest.bodies import IdText
from games.sgf import write
from games.sgf.record import Info
from games.sgf.uploads import read_record
from games.speaking import translate
from rules import Color, Game, Phase


def events_of(game_id: str, after: int, limit: int) -> list[store.StoredEvent]:
    """Return at most ``limit`` events of a game after version ``after``."""
    return store.read(stream_of(game_id), after=after, upto=after + limit)


def game_at(state: GameState, turn: int | None) -> Game:
    """Return the game after ``turn`` actions (default: all legal). Refuses with ``no_such_turn``."""
    if turn is None:
        return state.game
    game = state.at(turn)
    if game is None:
        refuse("no_such_turn", turn=turn, turns=state.turns, illegal=state.illegal and state.illegal.turn)
    return game


class PositionBody(StandBody):
    """The position of a game after a turn. ``score`` is present once the game was counted.

    ``marked_dead`` is present for the last turn of a stopped game whose record marks dead stones.
    """

    game: IdText
    turn: int
    turns: int
    action: ActionBody | None
    score: ScoreBody | None
    marked_dead: MarkedDeadBody | None


def position(state: GameState, turn: int | None = None) -> PositionBody:
    """Return the position after a turn."""
    game = game_at(state, turn)
    counted = game.outcome is not None and game.outcome.by == "score"
    return {
        "game": state.game_id,
        "turn": game.turn,
        "turns": state.turns,
        **stand_data(game),
        "action": action_data(game.last_action) if game.last_action else None,
        "score": score_data(game.score(), game.board) if counted else None,
        "marked_dead": marked_dead(state) if game is state.game else None,
    }


class HintsBody(TurnHintsBody):
    """The unconditionally alive stones after ``turn``; ``says``: the limits of the hint."""

    game: IdText


def hints(state: GameState, turn: int | None = None) -> HintsBody:
    """Return the unconditionally alive stones after a turn, as a hint and never a verdict."""
    return {"game": state.game_id, **hints_data(game_at(state, turn))}


def board_svg(state: GameState, turn: int | None = None) -> str:
    """Return the position after a turn as SVG; for a counted game with the owner of every point."""
    game = game_at(state, turn)
    over, waits = game.phase is Phase.OVER, game.phase in (Phase.OVER, Phase.STOPPED)
    counted = game.outcome is not None and game.outcome.by == "score"
    words = translate(diagram.describe(game.board, game.last_move, None if waits else game.to_play))
    return diagram.svg(
        game.board,
        title=_title(game.turn),
        description=f"{words} {_outcome_sentence(str(game.outcome))}" if over else words,
        last_move=last_stone(game),
        owners=owned_points(game.score(), game.board) if counted else None,
        dead=counted_dead(game),
    )


def _title(turn: int) -> str:
    return (
        gettext("Position after turn %(turn)s") % {"turn": turn} if turn else gettext("Position at the start")
    )


def _outcome_sentence(outcome: str) -> str:
    return gettext("The game ended %(outcome)s.") % {"outcome": outcome}


def record_sgf(
    row: GameRow,
    state: GameState,
    names: Mapping[str, str] | None = None,
    *,
    names_readable: bool | None = None,
) -> bytes:
    """Return the game as SGF, with the texts of its file if they cannot reveal a hidden name.

    ``names``: {"black": ..., "white": ...}, by default from the policy; ``names_readable``: whether the texts
    of the file may be included, by default from the policy.
    """
    start = game_at(state, 0)
    digest = state.record.sha256 if state.record else ""
    readable = policy().may_read_names(row) if names_readable is None else names_readable
    info = records.info_of(state.game_id, digest, state.intact) if readable else Info()
    claimed = state.record.claimed if state.record else ""
    names = policy().participants(row) if names is None else names
    return write(
        start.board,
        state.actions,
        to_play=start.to_play,
        handicap=_recorded_handicap(state),
        komi=start.komi,
        ruleset=parse_ruleset(state.ruleset).typed,
        result=state.end.text if state.end else claimed,
        info=replace(info, black=names.get("black", info.black), white=names.get("white", info.white)),
        territory=_territory_with_dead(state),
    )


def _territory_with_dead(state: GameState) -> dict[Color, list[str]]:
    """Return the territory of both players in a game that was counted with dead stones, else nothing."""
    game, before = state.game, state.game.previous
    if before is None or not counted_dead(game):
        return {}
    stones, owners = before.board, game.score().owners
    return {
        color: [at for at in stones if owners[at] is color and stones[at] is not color] for color in Color
    }


def original_file_of(row: GameRow, sha256: str) -> bytes:
    """Return a file as received; empty if it was erased or contains a name that the reader may not see."""
    return records.original_file(str(row.game_id), sha256) if sha256 and policy().may_read_names(row) else b""


def reading_notes(state: GameState) -> list[str]:
    """Return how the record was read, in the active language; the file is read again for it."""
    kept = records.record_of(state.game_id, state.record.sha256) if state.record else None
    guess = [gettext("A part of the record was guessed when it was read, and a guess proves nothing.")]
    others = [translate(note["text"]) for note in notes_on_proof(state)]
    if kept is None:
        return others
    notes = read_record(bytes(kept.data), kept.game_index) if kept.notes and kept.data else None
    texts = [translate(note.text) for note in (*notes[0].notes, *notes[1].notes)] if notes else []
    return texts + (guess if state.guessed else []) + others


def course_of(state: GameState) -> Course:
    """Return the actions of the game without its terms."""
    start = game_at(state, 0)
    return Course(board=start.board, to_play=start.to_play, handicap=state.handicap, actions=state.actions)


class OutcomesBody(TypedDict):
    """The outcomes. ``own``: under the game's own terms; ``actions``: the number of entered actions."""

    game: IdText
    actions: int
    own: RowBody
    results: list[RowBody]


def outcomes(state: GameState, *, changes: Changes, dead: Sequence[str]) -> OutcomesBody:
    """Return the outcome under every ruleset and under the game's own terms, which ``changes`` do not affect.

    Raises ValueError for changes that no ruleset accepts, and for dead points off the board.
    """
    rows = compare(course_of(state), dead=dead, changes=changes)
    own = judge_replay(Replay(game=state.game, first_illegal=state.illegal), dead)
    return {
        "game": state.game_id,
        "actions": state.turns,
        "own": row_data(own),
        "results": [row_data(row) for row in rows],
    }


def _recorded_handicap(state: GameState) -> int:
    """Return the handicap of a set-up position: its stones, if all are Black's and White moves first."""
    if state.set_up is None:
        return state.handicap if state.handicap >= 2 else 0
    stones = len(state.set_up.black)
    return stones if stones >= 2 and not state.set_up.white and state.set_up.to_play == "w" else 0
