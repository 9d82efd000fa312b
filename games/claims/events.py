"""What can happen to a claim. Wire names are stable. Words of players are beside the log (``evidence``)."""

from dataclasses import dataclass, field
from typing import Any

from games.adjudication.kinds import Statement
from games.log.pinning import PinsGame
from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """What follows for the game; nothing by default.

    ``result``: "black", "white", "jigo", "both_win", "both_lose" or "" (as it was); ``score``: the final one,
    as SGF has it; ``penalties``: points by "b" and "w", recorded and told, from which nothing is computed;
    ``replay``: the game is to be played again.
    """

    result: str = ""
    by_default: bool = False
    score: str = ""
    penalties: dict[str, int | float] = field(default_factory=dict)
    replay: bool = False


@wire("claim.made.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMade(PinsGame):
    """``by``: "b", "w", or "desk" for an official; ``actor``: their account; ``at``: ISO 8601, UTC.

    ``game_version`` and ``game_digest``: of the game's stream at that time.
    """

    claim_id: str
    game_version: int  # has always been there
    context: str
    by: str
    statement: Statement
    actor: str
    at: str


@wire("claim.withdrawn.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimWithdrawn:
    reason: str


@wire("claim.sequence-begun.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceBegun:
    """Something is played out from turn ``turn`` of the game, or of an earlier sequence (0: the game).

    ``by``: "b", "w", or "desk" for an official; "" in events of before that was kept.
    """

    number: int
    game_version: int
    turn: int
    sequence: int = 0
    by: str = ""


@wire("claim.sequence-acted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceActed:
    """One action of a sequence, in the form of ``rules.actions.to_data``. ``by``: who entered it."""

    number: int
    action: dict[str, Any]
    by: str = ""


@wire("claim.sequence-taken-back.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceTakenBack:
    """The actions of a sequence after ``to_turn`` do not count. ``by``: who took them back."""

    number: int
    to_turn: int
    by: str


@wire("claim.ruled.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRuled:
    """``decision``: "upheld", "partly" or "denied".

    ``needs_second``: it stands once another official has confirmed it; from then on it may be appealed.
    ``appeal_until``: ISO 8601, UTC; of no meaning where a second is needed, and empty by now.
    ``game_version`` and ``game_digest``: of the game's stream, on which the ruling rests.
    """

    decision: str
    reasons: str
    remedy: Remedy
    referee: str
    game_version: int
    appeal_until: str
    needs_second: bool = False
    game_digest: str = ""


@wire("claim.ruling-seconded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSeconded:
    official: str
    appeal_until: str


@wire("claim.ruling-not-seconded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingNotSeconded:
    """The second official disagrees: the claim is open again."""

    official: str
    reasons: str


@wire("claim.appealed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed:
    """``grounds`` and ``picture``: sha256 of the words and of a picture, which are beside the log."""

    by: str
    grounds: str
    picture: str = ""


@wire("claim.appeal-decided.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """``decision``: "upheld" (the ruling stands) or "changed", then by ``remedy``. Final.

    ``game_version`` and ``game_digest``: of the game's stream when it was decided; 0 and "" in events of
    before that was kept.
    """

    decision: str
    reasons: str
    remedy: Remedy
    official: str
    game_version: int = 0
    game_digest: str = ""
