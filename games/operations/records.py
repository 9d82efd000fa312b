"""Operations on the record of a game: enter actions or a file, take back, withdraw."""

from dataclasses import dataclass

from rest_framework.serializers import CharField

from games.game.deciding import Act, TakeBack, WithdrawRecord
from games.inputs import LONGEST_REASON
from games.operations.fields import ActionIn, SgfField, SgfFileField, TurnField
from games.rest.fields import same_messages
from games.rest.operations import Operation

REASON = CharField(
    max_length=LONGEST_REASON,
    error_messages=same_messages("give a reason: others rely on the record", "required", "blank"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SendRecord:
    """A file and the index of one of its games, counted from 0."""

    sgf: bytes
    index: int = 0


MOVE = Operation(
    id="enter_move",
    status=201,
    title="Enter one action of a game.",
    details=(
        "An illegal action is refused with the turn, the reason and the clause.\n\n"
        "A player can enter the moves of both, but cannot resign, claim, mark, resume or agree for the "
        "other. Only officials enter `agree_dead`, and `agree_draw` or `resume` without a player; "
        "`penalise` is for officials who may correct the game. "
        "While a sequence is played out for a claim on the game, only officials can add to its record."
    ),
    command=Act,
    right="game.record",
    match=True,
    body=ActionIn,
)
SEND_RECORD = Operation(
    id="send_record",
    title="Enter a whole record, or nothing of it.",
    details="If-Match is required once turns have been entered.",
    command=SendRecord,
    right="game.record",
    fields={"sgf": SgfField()},
    files={"sgf": SgfFileField()},
)
WITHDRAW_RECORD = Operation(
    id="withdraw_record",
    title="Withdraw the record of a game, if it belongs to another.",
    details="Another one can then be sent.",
    command=WithdrawRecord,
    right="game.correct",
    match=True,
    fields={"reason": REASON},
)
TAKE_BACK = Operation(
    id="take_back_moves",
    title="Remove everything after a turn, if it was mistyped.",
    command=TakeBack,
    right="game.correct",
    match=True,
    fields={"to_turn": TurnField(), "reason": REASON},
)
