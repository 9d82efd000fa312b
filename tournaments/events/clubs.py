"""Which clubs of a tournament are near to each other: a part of its events."""

from dataclasses import dataclass

from games.log.wire import wire


@wire("tournament.club-group-set.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupSet:
    """Two players of different ``clubs`` of one group are half from apart. A group of that id is replaced."""

    group_id: str
    name: str
    clubs: tuple[str, ...]
    reason: str = ""


@wire("tournament.club-group-dropped.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class ClubGroupDropped:
    group_id: str
    reason: str = ""
