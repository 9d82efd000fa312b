"""Commands on games: the only place here with transactions.

All nest: called inside a transaction of the same command, their events belong to it. A version named in
``context.expected`` is one of the game's stream.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.game import fitting, records
from games.game.deciding import (
    Act,
    ChangeTerms,
    OpenGame,
    ReceiveRecord,
    TakeBack,
    WithdrawGame,
    WithdrawRecord,
    decide,
    decide_under,
)
from games.game.events import GameOpened, TermsChanged
from games.game.policy import policy
from games.game.rows import GameRow
from games.game.state import GameState, fold
from games.log import folding, unit
from games.log.store import Change, Recorded
from games.log.tables import Event
from games.log.unit import Context
from games.refusals import refuse
from games.sgf.uploads import read_record
from rules import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """What a record led to. ``notes``: {"code", "text", ...} on how it was read and where it differs."""

    recorded: list[Recorded]
    notes: list[dict[str, Any]]


def stream_of(game_id: str) -> str:
    return f"game-{game_id}"


def load(game_id: str, *, expected: int | None = None) -> tuple[GameState | None, int]:
    """State and version of a game; None and 0 when it was never opened."""
    return folding.load(stream_of(game_id), None, fold, expected=expected)


def open_games(opened: Sequence[GameOpened], context: Context) -> list[Recorded]:
    """Open several games. Refuses one that has been opened, or terms with which no game can start."""

    def work() -> list[Change]:
        streams = [stream_of(game.game_id) for game in opened]
        taken = Event.objects.filter(stream__in=streams, version=1).values_list("stream", flat=True).first()
        if taken is not None:
            refuse("game_exists", game=taken.removeprefix(stream_of("")))
        decided = [decide(OpenGame(opened=game), None) for game in opened]
        return [
            Change(stream=stream, expected=0, events=events)
            for stream, events in zip(streams, decided, strict=True)
        ]

    return unit.execute_many(work, context)


def change_terms(
    game_id: str, ruleset: str, handicap: int, black: str, white: str, context: Context
) -> list[Recorded]:
    """Correct the terms; a record is judged again. Nothing happens where they are so already."""
    terms = TermsChanged(ruleset=ruleset, handicap=handicap, black=black, white=white)
    return change_terms_to(game_id, terms, context)


def change_terms_to(game_id: str, terms: TermsChanged, context: Context) -> list[Recorded]:
    """The same, with limits."""
    return _execute(game_id, ChangeTerms(terms=terms), context)


def withdraw_game(game_id: str, reason: str, context: Context) -> list[Recorded]:
    """The pairing was undone: the game takes nothing more."""
    return _execute(game_id, WithdrawGame(reason=reason), context)


def play(game_id: str, action: Action, context: Context) -> list[Recorded]:
    """Enter one action. Refuses what the rules forbid, with the turn and the clause."""
    return _write(game_id, Act(action=action), context)


def take_back(game_id: str, to_turn: int, reason: str, context: Context) -> list[Recorded]:
    """Forget every action after ``to_turn``: the record was mistyped."""
    return _write(game_id, TakeBack(to_turn=to_turn, reason=reason), context)


def withdraw_record(game_id: str, reason: str, context: Context) -> list[Recorded]:
    """Forget the whole record; another may then arrive."""
    return _write(game_id, WithdrawRecord(reason=reason), context)


def receive_record(game_id: str, sgf: bytes, context: Context, game_index: int = 0) -> Received:
    """Enter a whole record, or nothing of it where any of it is refused.

    The file itself is kept beside the log. ``game_index`` counts the file's games from 0.
    """
    collection, record = read_record(sgf, game_index)
    command = ReceiveRecord(record=record, encoding=collection.encoding, sha256=sha256(sgf).hexdigest())

    def work() -> list[Change]:
        state, version = load(game_id, expected=context.expected)
        events = _decide(command, state)
        records.keep(game_id, sgf, collection, game_index, command_id=context.command_id, at=context.at)
        return [Change(stream=stream_of(game_id), expected=version, events=events)]

    recorded = unit.execute_many(work, context)
    row = GameRow.objects.get(game_id=game_id)
    notes = records.notes_data(collection, record) + fitting.differences(row)
    return Received(recorded=recorded, notes=notes)


def _write(game_id: str, command: object, context: Context) -> list[Recorded]:
    """What changes the record is judged by the limits of now."""
    return unit.execute(stream_of(game_id), None, fold, lambda state: _decide(command, state), context)


def _decide(command: object, state: GameState | None) -> list[object]:
    return decide_under(command, state, None if state is None else policy().terms(state))


def _execute(game_id: str, command: object, context: Context) -> list[Recorded]:
    return unit.execute(stream_of(game_id), None, fold, lambda state: decide(command, state), context)
