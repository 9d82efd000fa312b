"""Which events are news, and of which kind. Pure; events are known by their stable wire names alone.

| event | kinds |
|---|---|
| a result reported, recorded, cleared | result, standings |
| a result ruled on, a ruling lifted | ruling, result, standings |
| a ruling appealed against | ruling |
| a report that contradicts the other player's | dispute too |
| a bye given or taken back, settings or an entry changed | standings |
"""

from dataclasses import dataclass
from enum import StrEnum

from games.log.store import Recorded


class Kind(StrEnum):
    """What an endpoint may ask for; the names are stable."""

    RESULT = "result"
    DISPUTE = "dispute"
    RULING = "ruling"
    STANDINGS = "standings"


REPORTED = "tournament.result-reported.v1"
CREATED = "tournament.created.v1"
KINDS: dict[str, tuple[Kind, ...]] = {
    REPORTED: (Kind.RESULT, Kind.STANDINGS),
    "tournament.result-recorded.v1": (Kind.RESULT, Kind.STANDINGS),
    "tournament.result-cleared.v1": (Kind.RESULT, Kind.STANDINGS),
    "tournament.result-ruled.v1": (Kind.RULING, Kind.RESULT, Kind.STANDINGS),
    "tournament.ruling-lifted.v1": (Kind.RULING, Kind.RESULT, Kind.STANDINGS),
    "tournament.ruling-appealed.v1": (Kind.RULING,),
    "tournament.bye-given.v1": (Kind.STANDINGS,),
    "tournament.bye-taken-back.v1": (Kind.STANDINGS,),
    "tournament.settings-changed.v1": (Kind.STANDINGS,),
    "tournament.entry-changed.v1": (Kind.STANDINGS,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """``round`` and ``game_id`` are None where the event names none."""

    kind: Kind
    recorded: Recorded
    round: int | None = None
    game_id: str | None = None


def news(recorded: Recorded, *, disputed: bool = False) -> list[News]:
    """What an event is news of. ``disputed``: the two reports of its game differ now."""
    kinds = KINDS.get(recorded.kind, ())
    if disputed and recorded.kind == REPORTED:
        kinds = (*kinds, Kind.DISPUTE)
    return [
        News(
            kind=kind,
            recorded=recorded,
            round=recorded.data.get("round"),
            game_id=recorded.data.get("game_id"),
        )
        for kind in kinds
    ]
