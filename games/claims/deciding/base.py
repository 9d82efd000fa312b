"""What the decisions on claims have in common. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import singledispatch

from games.claims.claim import Claim, Stage
from games.refusals import refuse

LONGEST_REASON = 2000
DESK = "desk"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the event around the game sets: until when players may claim, how often, how appeals go.

    ``open_until`` None: no deadline yet; ``made``: how many claims the player has made on the game, those
    that he withdrew included: who could make a claim for each one taken back would keep a referee busy.
    """

    open_until: datetime | None = None
    per_player: int = 3
    appeal_minutes: int = 30
    two_person: bool = False
    made: int = 0


@singledispatch
def on_claim(command: object, state: Claim) -> Sequence[object]:
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
        refuse("invalid", field="reason", fault=f"longer than {LONGEST_REASON} characters")
    return text
