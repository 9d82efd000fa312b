"""Shared parts of the decisions on claims: terms, circumstances, and evidence outside the log. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch
from hashlib import sha256

from games.claims.claim import Claim, Stage
from games.claims.events import Remedy
from games.claims.lines import GamesByVersion
from games.marking import marked
from games.refusals import refuse

LONGEST_REASON = 2000
DESK = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of the host for claims: the deadline, the number of claims, the rules of appeals.

    ``open_until`` None: no deadline yet; ``made``: the number of claims that the player has made on the game.
    Withdrawn claims count; otherwise a player could keep a referee busy with an unlimited number of them.
    ``final``: the result was decided on an appeal.
    """

    open_until: datetime | None = None
    per_player: int = 3
    appeal_minutes: int = 30
    two_person: bool = False
    made: int = 0
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """The facts on which a decision depends apart from command and claim; defaults if a command ignores them.

    ``by``: "b" or "w" for a player of the game, else "desk"; ``actor``: the account; ``game_digest``: of the
    game's stream at ``game_version``, the current one; ``games``: the game at that version, and at those at
    which sequences begin; ``stands``: no later ruling on the game has replaced that on the claim; ``before``:
    the result of the game that a ruling may change: without earlier rulings on the claim, but with them for
    an appeal.
    """

    by: str
    actor: str
    at: datetime
    terms: Terms = field(default_factory=Terms)
    game_version: int = 0
    game_digest: str = ""
    games: GamesByVersion = field(default_factory=dict)
    stands: bool = True
    before: Remedy = field(default_factory=Remedy)


@singledispatch
def on_claim(command: object, state: Claim, now: Circumstances) -> Sequence[object]:
    """Return the events of a command on an existing claim. Raises Refusal."""
    raise TypeError(f"no decision for {type(command).__name__}")


def require_open(state: Claim, at: datetime) -> None:
    stage = state.stage(at)
    if stage in (Stage.RULED, Stage.PROPOSED):
        refuse("ruled_already", state=stage.value)
    if stage is not Stage.OPEN:
        refuse("claim_closed", state=stage.value)


def check_length(text: str) -> str:
    if len(text) > LONGEST_REASON:
        refuse(
            "invalid",
            field="reason",
            fault=marked("longer than %(longest_reason)s characters", longest_reason=LONGEST_REASON),
        )
    return text


LONGEST_TEXT = 4000
LONGEST_PHOTO = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A text, a reference to a picture, a re-encoded picture, and another record as SGF."""

    text: str = ""
    photo: str = ""
    picture: bytes = b""
    sgf: bytes = b""

    @property
    def digest(self) -> str:
        """The digest of the text and the reference; "" if there are neither."""
        words = f"{self.photo}\n{self.text}"
        return sha256(words.encode()).hexdigest() if self.text or self.photo else ""

    @property
    def picture_digest(self) -> str:
        """The digest of the picture; "" if there is none."""
        return sha256(self.picture).hexdigest() if self.picture else ""

    @property
    def record(self) -> str:
        """The digest of the other record; "" if there is none."""
        return sha256(self.sgf).hexdigest() if self.sgf else ""


def check_evidence(evidence: Evidence) -> None:
    for name, text, most in (("text", evidence.text, LONGEST_TEXT), ("photo", evidence.photo, LONGEST_PHOTO)):
        if len(text) > most:
            refuse("too_large", field=name, what=name, limit=most)
