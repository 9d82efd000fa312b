"""The kinds of claims on a game, and the required parts of each statement. Pure.

| kind | claim | required | by |
|---|---|---|---|
| wrong_result | the result is ``result`` and not the reported one | result; points: the dead | player |
| illegal_move | the action of turn ``turn`` is illegal | turn | player |
| strings | the strings of ``points`` can be captured, or cannot | points, capturable | player |
| repetition | a repetition gives a right to a draw or to no result | (turn) | player |
| out_of_stones | ``color`` was out of stones at ``turn`` and played | color, turn | player |
| continuation_refused | a continuation was refused that the rules grant | (turn) | player |
| continuations_exceeded | the game was continued more often than the cap allows | (turn) | player |
| tokens | ``color`` holds ``count`` pass tokens | color, count | player |
| fines | ``color`` is fined ``count`` points | color, count | player |
| records_differ | another record differs from the one on file | record | player |
| handicap_differs | the handicap was ``count`` stones, not that of the pairing | count | player |
| komi_differs | the komi was ``count``, not that of the pairing | count | player |
| time | the clock of ``color`` ran out | color | player |
| left | ``color`` left before the game was over | color | player |
| other | anything else | words or a picture | player |
| conduct | a player misbehaved | color | referee |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class ClaimKind(StrEnum):
    WRONG_RESULT = "wrong_result"
    ILLEGAL_MOVE = "illegal_move"
    STRINGS = "strings"
    REPETITION = "repetition"
    OUT_OF_STONES = "out_of_stones"
    CONTINUATION_REFUSED = "continuation_refused"
    CONTINUATIONS_EXCEEDED = "continuations_exceeded"
    TOKENS = "tokens"
    FINES = "fines"
    RECORDS_DIFFER = "records_differ"
    HANDICAP_DIFFERS = "handicap_differs"
    KOMI_DIFFERS = "komi_differs"
    TIME = "time"
    LEFT = "left"
    OTHER = "other"
    CONDUCT = "conduct"


REFEREES_ONLY = frozenset({ClaimKind.CONDUCT})
"""Kinds that players cannot claim themselves: a referee claims them on a report."""

NEEDED: Mapping[ClaimKind, tuple[str, ...]] = {
    ClaimKind.WRONG_RESULT: ("result",),
    ClaimKind.ILLEGAL_MOVE: ("turn",),
    ClaimKind.STRINGS: ("points",),
    ClaimKind.REPETITION: (),
    ClaimKind.OUT_OF_STONES: ("color", "turn"),
    ClaimKind.CONTINUATION_REFUSED: (),
    ClaimKind.CONTINUATIONS_EXCEEDED: (),
    ClaimKind.TOKENS: ("color", "count"),
    ClaimKind.FINES: ("color", "count"),
    ClaimKind.RECORDS_DIFFER: ("record",),
    ClaimKind.HANDICAP_DIFFERS: ("count",),
    ClaimKind.KOMI_DIFFERS: ("count",),
    ClaimKind.TIME: ("color",),
    ClaimKind.LEFT: ("color",),
    ClaimKind.OTHER: (),
    ClaimKind.CONDUCT: ("color",),
}
"""The required parts of a statement of each kind."""
MEMBER_NAMES = {"color": "colour", "record": "sgf"}
"""Names of parts in a request, where they differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The statement of a claim.

    ``color``: "b", "w" or ""; ``turn``: counted from 1, None if irrelevant; ``result``: in SGF's notation,
    such as "B+3.5", "W+R", "0", "Void"; ``record``, ``evidence`` and ``picture``: sha256 of a second record,
    of a text and a reference, and of a picture, which are stored outside the log.
    """

    kind: ClaimKind
    turn: int | None = None
    points: tuple[str, ...] = ()
    capturable: bool = True
    color: str = ""
    count: int | float | None = None
    result: str = ""
    record: str = ""
    evidence: str = ""
    picture: str = ""


def lacks(statement: Statement) -> list[str]:
    """Return the required parts that the statement lacks."""
    if statement.kind is ClaimKind.OTHER and not (statement.evidence or statement.picture):
        return ["text"]
    return [name for name in NEEDED[statement.kind] if getattr(statement, name) in (None, "", ())]
