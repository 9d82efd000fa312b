"""The events of a claim.

Wire names are stable. Texts of players are stored outside the log (``evidence``).
"""

from dataclasses import dataclass, field
from typing import Any

from games.adjudication.kinds import Statement
from games.log.pinning import PinsGame
from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """The consequences of a ruling for the game; none by default.

    ``result``: "black", "white", "jigo", "both_win", "both_lose" or "" (unchanged); ``score``: the final
    score, as in SGF; ``penalties``: points by "b" and "w", recorded and shown but not used in calculations;
    ``replay``: the game is to be played again.
    """

    result: str = ""
    by_default: bool = False
    score: str = ""
    penalties: dict[str, int | float] = field(default_factory=dict)
    replay: bool = False

    @property
    def decides(self) -> bool:
        """Return whether it gives the game a result or has it played again."""
        return bool(self.result or self.replay)


@wire("claim.made.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMade(PinsGame):
    """A claim was made.

    ``by``: "b", "w", or "desk" for an official; ``actor``: the account; ``at``: ISO 8601, UTC;
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
    """A sequence began at turn ``turn`` of the game, or of an earlier sequence (0: the game).

    ``by``: "b", "w", or "desk" for an official; "" in older events, which did not store it.
    """

    number: int
    game_version: int
    turn: int
    sequence: int = 0
    by: str = ""


@wire("claim.sequence-acted.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceActed:
    """An action was added to a sequence, in the form of ``rules.actions.to_data``.

    ``by``: the side that entered it.
    """

    number: int
    action: dict[str, Any]
    by: str = ""


@wire("claim.sequence-taken-back.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SequenceTakenBack:
    """The actions of a sequence after ``to_turn`` were taken back. ``by``: the side that took them back."""

    number: int
    to_turn: int
    by: str


@wire("claim.ruled.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRuled:
    """A claim was ruled on. ``decision``: "upheld", "partly" or "denied".

    ``needs_second``: it takes effect, and may be appealed, once another official has confirmed it.
    ``appeal_until``: ISO 8601, UTC; meaningless if a second is needed, and empty in recent events.
    ``game_version`` and ``game_digest``: of the game's stream, on which the ruling rests. ``corrects``: it
    replaces the ruling before it.
    """

    decision: str
    reasons: str
    remedy: Remedy
    referee: str
    game_version: int
    appeal_until: str
    needs_second: bool = False
    game_digest: str = ""
    corrects: bool = False


@wire("claim.ruling-seconded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingSeconded:
    official: str
    appeal_until: str


@wire("claim.ruling-not-seconded.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingNotSeconded:
    """The second official disagreed: the claim is open again, or the ruling before a correction holds.

    ``appeal_until``: the new deadline for an appeal against that ruling, ISO 8601, UTC; "" if there is none,
    and in older events, which left the old one.
    """

    official: str
    reasons: str
    appeal_until: str = ""


@wire("claim.ruling-restored.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRestored:
    """A ruling is in force again: that on another claim, which had replaced it, was revoked.

    ``appeal_until``: the new deadline for an appeal against it, ISO 8601, UTC.
    """

    appeal_until: str


@wire("claim.appealed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAppealed:
    """A ruling was appealed. ``grounds`` and ``picture``: sha256 of a text and a picture outside the log."""

    by: str
    grounds: str
    picture: str = ""


@wire("claim.appeal-decided.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class AppealDecided:
    """An appeal was decided, which is final.

    ``decision``: "upheld" or "changed", then ``remedy`` replaces that of the ruling; ``game_version`` and
    ``game_digest``: of the game's stream when it was decided; 0 and "" in older events, which did not store
    them.
    """

    decision: str
    reasons: str
    remedy: Remedy
    official: str
    game_version: int = 0
    game_digest: str = ""
