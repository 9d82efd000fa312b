"""Decisions on commands on a claim: events, or a refusal. Pure; the clock and the actor are arguments."""

from games.claims.claim import Claim
from games.claims.deciding import codes
from games.claims.deciding.base import DESK, Circumstances, Evidence, Terms, on_claim
from games.claims.deciding.making import MakeClaim, WithdrawClaim, make
from games.claims.deciding.playing_out import ActInSequence, BeginSequence, TakeBack
from games.claims.deciding.ruling import Appeal, CorrectRuling, DecideAppeal, Rule, Second
from games.refusals import refuse

__all__ = [
    "DESK",
    "ActInSequence",
    "Appeal",
    "BeginSequence",
    "Circumstances",
    "CorrectRuling",
    "DecideAppeal",
    "Evidence",
    "MakeClaim",
    "Rule",
    "Second",
    "TakeBack",
    "Terms",
    "WithdrawClaim",
    "codes",
    "decide",
]


def decide(command: object, state: Claim | None, now: Circumstances) -> list[object]:
    """Return the events of a command. Raises Refusal."""
    if isinstance(command, MakeClaim):
        return make(command, state, now)
    if state is None:
        refuse("not_found")
    return list(on_claim(command, state, now))
