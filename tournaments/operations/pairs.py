"""Edits of one pair by hand, and byes."""

from rest_framework import serializers

from games.rest.fields import IdField
from games.rest.operations import OPTIONAL, Operation, new_id
from tournaments.deciding.dates import SetGameDate
from tournaments.deciding.editing import PinPair
from tournaments.deciding.pairs import (
    MOST_TABLES,
    GiveBye,
    MakePair,
    MoveTable,
    SetHandicap,
    SwapColours,
    TakeBye,
    UnmakePair,
)
from tournaments.deciding.replaying import ReplayFrom
from tournaments.operations.fields import HandicapField, KomiField, TableField

ONCE_PUBLISHED = "once the round is published"

MAKE_PAIR = Operation(
    title="Pair two players by hand.",
    command=MakePair,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={
        "white": IdField(),
        "black": IdField(),
        "handicap": HandicapField(required=False, default=0),
        "komi": KomiField(required=False),
        "table": TableField(min_value=0, max_value=MOST_TABLES, required=False, default=0),
    },
    derived={"game_id": new_id("pair")},
    notes="``table`` 0: the lowest free one. Komi: as the tournament's settings have it, if not given.",
)
UNMAKE_PAIR = Operation(
    title="Unmake a pair; its two players wait again.",
    command=UnmakePair,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
SWAP_COLOURS = Operation(
    title="Swap the colours.",
    command=SwapColours,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
SET_HANDICAP = Operation(
    title="Set handicap and komi.",
    command=SetHandicap,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={"handicap": HandicapField(), "komi": KomiField()},
)
MOVE_TABLE = Operation(
    title="Move the game to a table; whoever sits there takes the table it leaves.",
    command=MoveTable,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={"table": TableField(min_value=1, max_value=MOST_TABLES)},
)
SET_GAME_DATE = Operation(
    title="Put a game off: a date of its own, and a time.",
    command=SetGameDate,
    right="round.pair",
    reason=OPTIONAL,
    fields={
        "date": serializers.CharField(max_length=10, allow_blank=True),
        "time": serializers.CharField(max_length=5, allow_blank=True, required=False),
    },
    notes="``date``: like 2026-11-28, empty: played with its round. ``time``: like 19:30, or empty.",
)
CLEAR_GAME_DATE = Operation(
    id="game_date_clear",
    title="Let a game be played with its round.",
    command=SetGameDate,
    right="round.pair",
    reason=OPTIONAL,
    fixed={"date": ""},
)
REPLAY_FROM = Operation(
    title="Undo the games of a bracket that followed from another result of this game.",
    command=ReplayFrom,
    right="round.pair",
    match=True,
    reason="always",
    reason_in_body=True,
)
PIN_PAIR = Operation(
    id="pair_pin",
    title="Pin a game to its table.",
    command=PinPair,
    right="round.pair",
)
UNPIN_PAIR = Operation(
    id="pair_unpin",
    title="Let a game be moved again when tables are numbered anew.",
    command=PinPair,
    right="round.pair",
    fixed={"pinned": False},
)
GIVE_BYE = Operation(title="Give a bye by hand.", command=GiveBye, right="round.pair", reason=ONCE_PUBLISHED)
TAKE_BYE = Operation(title="Take a bye back.", command=TakeBye, right="round.pair", reason=ONCE_PUBLISHED)
