"""The record of a game: entered action by action or as a file, taken back, withdrawn."""

from dataclasses import dataclass

from games.game.deciding import Act, TakeBack, WithdrawRecord
from games.operations.fields import ActionIn, SgfField, TurnField
from games.rest.fields import needed_reason
from games.rest.operations import Operation

SAY_WHY = "say why: others rely on the record"


@dataclass(frozen=True, slots=True, kw_only=True)
class SendRecord:
    """A file, and which of its games, counted from 0."""

    sgf: bytes
    index: int = 0


MOVE = Operation(
    id="game_move",
    title="Enter one action.",
    details=(
        "What the rules forbid is refused with the turn, the reason and the clause.\n\n"
        "A player enters the moves of both, but neither gives up nor claims nor marks nor agrees for the "
        "other; `agree_dead` is an official's, and so is `agree_draw` without a player, `penalise` is for "
        "whoever may correct the game. "
        "While something is played out for a claim on the game, only officials add to its record."
    ),
    command=Act,
    right="game.record",
    match=True,
    body=ActionIn,
)
SEND_RECORD = Operation(
    id="game_record",
    title="Enter a whole record, or nothing of it.",
    details="If-Match is needed where turns have been entered.",
    command=SendRecord,
    right="game.record",
    fields={"sgf": SgfField()},
)
WITHDRAW_RECORD = Operation(
    id="game_record_withdraw",
    title="Forget the record: it belongs to another game.",
    details="Another one may then arrive.",
    command=WithdrawRecord,
    right="game.correct",
    match=True,
    fields={"reason": needed_reason(SAY_WHY)},
)
TAKE_BACK = Operation(
    id="game_take_back",
    title="Forget everything after a turn: it was mistyped.",
    command=TakeBack,
    right="game.correct",
    match=True,
    fields={"to_turn": TurnField(), "reason": needed_reason(SAY_WHY)},
)
