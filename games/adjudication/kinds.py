"""What can be claimed of a game, and what a statement of each kind has to name. Pure.

| kind | what is claimed | names | by |
|---|---|---|---|
| wrong_result | the result is ``result`` and not the reported one | result; points: the dead | player |
| illegal_move | the action of turn ``turn`` is illegal | turn | player |
| strings | the strings of ``points`` can be captured, or cannot | points, capturable | player |
| repetition | a repetition entitles to a draw or to no result | (turn) | player |
| out_of_stones | ``color`` was out of stones at ``turn`` and played | color, turn | player |
| continuation_refused | a continuation was refused that the rules grant | (turn) | player |
| continuations_exceeded | the game was continued more often than the cap allows | (turn) | player |
| tokens | ``color`` holds ``count`` pass tokens | color, count | player |
| fines | ``color`` is fined ``count`` points | color, count | player |
| records_differ | another record differs from the one on file | record | player |
| handicap_differs | ``count`` handicap stones were given, not what was paired | count | player |
| komi_differs | the komi was ``count``, not what was paired | count | player |
| time | a clock ran out | color | referee |
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
    CONDUCT = "conduct"


REFEREES_ONLY = frozenset({ClaimKind.TIME, ClaimKind.CONDUCT})
"""What a player cannot claim alone: the referee does, when told."""

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
    ClaimKind.CONDUCT: ("color",),
}
"""What a statement of each kind must name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is claimed. ``color``: "b", "w" or ""; ``turn``: counted from 1, None where it does not matter.

    ``result``: as SGF has it, such as "B+3.5", "W+R", "0", "Void"; ``record``, ``evidence`` and
    ``picture``: sha256 of a second record, of the words and a reference, and of the picture that was sent,
    which are kept beside the log.
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
    """What a statement of its kind must name and does not."""
    return [name for name in NEEDED[statement.kind] if getattr(statement, name) in (None, "", ())]
