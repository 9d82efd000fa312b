"""Which clubs of a tournament are near to each other: a part of its events."""

from dataclasses import dataclass

from tournaments.events.declared import OF_PAIRING, STATE_ONLY, Nothing, event


@event(
    "tournament.club-group-set.v1",
    rows=STATE_ONLY,
    news=Nothing("it counts when a round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupSet:
    """Two players of different ``clubs`` of one group are half from apart. A group of that id is replaced."""

    group_id: str
    name: str
    clubs: tuple[str, ...]
    reason: str = ""


@event(
    "tournament.club-group-dropped.v1",
    rows=STATE_ONLY,
    news=Nothing("it counts when a round is paired"),
    games=OF_PAIRING,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupDropped:
    group_id: str
    reason: str = ""
