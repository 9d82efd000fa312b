"""Taking over the proof of a pairing that was published under a bound."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.deciding.base import decide
from tournaments.events.constraints import PairingProved
from tournaments.state.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordProof:
    """``inputs_digest`` names the matching of ``round`` that cannot have more than ``optimum``."""

    round: int
    inputs_digest: str
    optimum: int
    by: str


@decide.register
def decide_record_proof(command: RecordProof, state: Tournament) -> Sequence[object]:
    """Nothing where the round was paired anew meanwhile, or is proved already."""
    round_ = state.round(command.round)
    if round_.optimum or not round_.pairs or round_.inputs_digest != command.inputs_digest:
        return []
    return [
        PairingProved(
            round=command.round,
            inputs_digest=command.inputs_digest,
            total=round_.total,
            optimum=command.optimum,
            by=command.by,
        )
    ]
