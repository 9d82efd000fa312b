"""What the decisions on claims have in common. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import singledispatch

from games.claims.claim import Claim, Stage
from games.claims.playing import Games
from games.marking import marked
from games.refusals import refuse

LONGEST_REASON = 2000
DESK = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the host of the game sets: until when players may claim, how often, how appeals go.

    ``open_until`` None: no deadline yet; ``made``: how many claims the player has made on the game, those
    that they withdrew included: who could make a claim for each one taken back would keep a referee busy.
    """

    open_until: datetime | None = None
    per_player: int = 3
    appeal_minutes: int = 30
    two_person: bool = False
    made: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What is not for whoever commands to say. What a command does not depend on may be left as it is.

    ``by``: "b" or "w" for a player of the game, else "desk"; ``actor``: the account; ``game_digest``: of the
    game's stream at ``game_version``, which is that of now; ``games``: the game at that version, and at those
    at which sequences begin; ``stands``: no other ruling on the game has taken the place of the claim's.
    """

    by: str
    actor: str
    at: datetime
    terms: Terms = field(default_factory=Terms)
    game_version: int = 0
    game_digest: str = ""
    games: Games = field(default_factory=dict)
    stands: bool = True


@singledispatch
def on_claim(command: object, state: Claim, now: Circumstances) -> Sequence[object]:
    """The events that follow from a command on a claim that was made; raises Refusal."""
    raise TypeError(f"no decision for {type(command).__name__}")


def need_open(state: Claim, at: datetime) -> None:
    stage = state.stage(at)
    if stage in (Stage.RULED, Stage.PROPOSED):
        refuse("ruled_already", stage=stage.value)
    if stage is not Stage.OPEN:
        refuse("claim_closed", stage=stage.value)


def short(text: str) -> str:
    if len(text) > LONGEST_REASON:
        refuse(
            "invalid",
            field="reason",
            fault=marked("longer than %(longest_reason)s characters", longest_reason=LONGEST_REASON),
        )
    return text
