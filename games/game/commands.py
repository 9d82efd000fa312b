"""Commands on games. Only this module of the package opens transactions.

Commands nest: inside a transaction of the same command their events join it. ``context.expected`` is a
version of the game's stream. Decisions depend on that stream alone and, where the record changes, on the
current limits.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from games.game import fitting, records
from games.game.deciding import (
    Act,
    AgreeOnDead,
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
from games.game.evolving import fold
from games.game.fitting import NoteBody
from games.game.loading import game_row, state_of, stream_of
from games.game.policy import policy
from games.game.state import GameState
from games.log import unit_of_work
from games.log.store import Change, StoredEvent
from games.log.tables import Event
from games.log.unit_of_work import Context
from games.refusals import refuse
from games.sgf.uploads import read_record


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """The result of receiving a record: stored events, and notes on how it was read and where it differs."""

    recorded: list[StoredEvent]
    notes: list[NoteBody]


def open_games(opened: Sequence[GameOpened], context: Context) -> list[StoredEvent]:
    """Open several games. Refuses a game that was opened before, and terms with which no game can start."""

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

    return unit_of_work.execute_many(work, context)


def change_terms(game_id: str, terms: TermsChanged, context: Context) -> list[StoredEvent]:
    """Correct the terms of a game and rejudge its record. Stores nothing if the terms are the same."""
    return _execute(game_id, lambda state: decide(ChangeTerms(terms=terms), state), context)


def withdraw_game(game_id: str, reason: str, context: Context) -> list[StoredEvent]:
    """Withdraw a game whose pairing was undone. It accepts no further commands."""
    return _execute(game_id, lambda state: decide(WithdrawGame(reason=reason), state), context)


def change_record(
    game_id: str, command: Act | AgreeOnDead | TakeBack | WithdrawRecord, context: Context
) -> list[StoredEvent]:
    """Enter an action, take turns back or withdraw the record, under the current limits.

    Refuses an illegal action with its turn and clause.
    """
    return _execute(game_id, lambda state: _decide_by_limits_of_now(command, state), context)


def receive_record(
    game_id: str, sgf: bytes, context: Context, game_index: int = 0, *, by: str = ""
) -> Received:
    """Enter a whole record, or nothing if any part of it is refused.

    The file itself is stored outside the log. ``game_index`` counts the file's games from 0; ``by`` is the
    colour of the player who sends it, "" for an official.
    """
    collection, record = read_record(sgf, game_index)
    digest = sha256(sgf).hexdigest()
    command = ReceiveRecord(record=record, encoding=collection.encoding, sha256=digest, by=by)

    def decide_and_keep(state: GameState | None) -> list[object]:
        events = _decide_by_limits_of_now(command, state)
        records.store_record(
            game_id, sgf, collection, game_index, command_id=context.command_id, at=context.at
        )
        return events

    recorded = _execute(game_id, decide_and_keep, context)
    row = game_row(game_id)
    differing = [
        *fitting.notes_on_proof(state_of(game_id, row)),
        *fitting.notes_on_terms(row),
        *fitting.notes_on_rules(record, row.ruleset),
    ]
    return Received(recorded=recorded, notes=records.notes_data(collection, record) + differing)


def _decide_by_limits_of_now(command: object, state: GameState | None) -> list[object]:
    """Decide a command under the current limits; if they changed, the stream gets the new terms first."""
    return decide_under(command, state, None if state is None else policy().terms(state))


def _execute(
    game_id: str, decision: Callable[[GameState | None], Sequence[object]], context: Context
) -> list[StoredEvent]:
    return unit_of_work.execute(stream_of(game_id), None, fold, decision, context)
