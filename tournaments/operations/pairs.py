"""Edits of one pair by hand, or of all of a round, and byes."""

from typing import Any

from rest_framework import serializers

from games.rest.fields import IdField, TupleField
from games.rest.lines import LinesField
from games.rest.operations import OPTIONAL, Operation, new_id, new_ids
from tournaments.domain.bulk_pairs import RequestedPair, SetPairs
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.entries import MOST_ENTRIES
from tournaments.domain.game_dates import SetGameDate
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.replays import ReplayFrom
from tournaments.domain.tables import MOST_TABLES, MoveTable, PinPair
from tournaments.operations.fields import HandicapField, KomiField, TableField

ONCE_PUBLISHED = "once the round is published"

MAKE_PAIR = Operation(
    id="make_pair",
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


class PairLine(serializers.Serializer[Any]):
    """``table`` 0: the lowest free one. Komi: as the tournament's settings have it, if not given."""

    white = IdField(help_text="The id of the entry that has White.")
    black = IdField(help_text="The id of the entry that has Black.")
    handicap = HandicapField(required=False, default=0)
    komi = KomiField(required=False, help_text="Points.")
    table = TableField(
        min_value=0, max_value=MOST_TABLES, required=False, default=0, help_text="The number of the table."
    )


def as_pairs(values: dict[str, Any]) -> dict[str, Any]:
    return {**values, "pairs": tuple(RequestedPair(**line) for line in values["pairs"])}


SET_PAIRS = Operation(
    id="set_pairs",
    title="Pair a whole round by hand, as another program has paired it.",
    command=SetPairs,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={
        "pairs": LinesField(child=PairLine(), min_length=0, max_length=MOST_ENTRIES // 2),
        "byes": TupleField(child=IdField(), required=False, max_length=MOST_ENTRIES),
    },
    prepare=as_pairs,
    derived={"ids": new_ids("pair")},
    details=(
        "The round has these pairs and byes afterwards, and no others. A pair that is there as it is sent "
        "keeps its game; others are unmade, unless they have results. All of it is stored or nothing."
    ),
)
UNMAKE_PAIR = Operation(
    id="unmake_pair",
    title="Unmake a pair, whose players then wait for a game again.",
    command=UnmakePair,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
SWAP_COLOURS = Operation(
    id="swap_colours",
    title="Swap the colours of a game.",
    command=SwapColours,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
SET_HANDICAP = Operation(
    id="set_handicap",
    title="Set the handicap and komi of a game.",
    command=SetHandicap,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={"handicap": HandicapField(), "komi": KomiField()},
)
MOVE_TABLE = Operation(
    id="move_table",
    title="Move a game to a table; a game that is there takes the table it leaves.",
    command=MoveTable,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
    fields={"table": TableField(min_value=1, max_value=MOST_TABLES)},
)
SET_GAME_DATE = Operation(
    id="set_game_date",
    title="Put a game off to a date, and a time, of its own.",
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
    id="clear_game_date",
    title="Return a game to the date of its round.",
    command=SetGameDate,
    right="round.pair",
    reason=OPTIONAL,
    fixed={"date": ""},
)
REPLAY_FROM = Operation(
    id="replay_bracket_from_game",
    title="Undo the games of a bracket that rested on another result of this game.",
    command=ReplayFrom,
    right="round.pair",
    match=True,
    reason="always",
    reason_in_body=True,
)
PIN_PAIR = Operation(
    id="pin_pair",
    title="Pin a game to its table.",
    command=PinPair,
    right="round.pair",
)
UNPIN_PAIR = Operation(
    id="unpin_pair",
    title="Unpin a game, so that renumbering tables may move it.",
    command=PinPair,
    right="round.pair",
    fixed={"pinned": False},
)
GIVE_BYE = Operation(
    id="give_bye", title="Give a bye by hand.", command=GiveBye, right="round.pair", reason=ONCE_PUBLISHED
)
TAKE_BYE = Operation(
    id="take_bye", title="Take a bye back.", command=TakeBackBye, right="round.pair", reason=ONCE_PUBLISHED
)
