"""What the public hears of a tournament: when it, its pairings and its results were published."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.log.store import decode_row
from games.log.tables import Event
from tournaments.loading import stream_of
from tournaments.tables.rows import RoundRow, TournamentRow


class Heard(StrEnum):
    PUBLISHED = "tournament.published.v1"
    PAIRINGS = "tournament.round-published.v1"
    RESULTS = "tournament.round-closed.v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """``round`` is 0 for the tournament itself."""

    heard: Heard
    round: int
    at: datetime


def milestones(row: TournamentRow) -> list[Milestone]:
    """Newest first. What was hidden again is not told, what came again is told once."""
    if not row.published:
        return []
    rows = Event.objects.filter(stream=stream_of(str(row.id)), kind__in=Heard).order_by("-version")
    told: dict[tuple[Heard, int], Milestone] = {}
    for one in map(_milestone, rows):
        told.setdefault((one.heard, one.round), one)
    standing = _standing(row)
    return [one for key, one in told.items() if key in standing]


def _milestone(row: Event) -> Milestone:
    happened = decode_row(row).event
    return Milestone(heard=Heard(row.kind), round=getattr(happened, "round", 0), at=row.recorded_at)


def _standing(row: TournamentRow) -> set[tuple[Heard, int]]:
    rounds = list(RoundRow.objects.filter(tournament=row, published=True))
    paired = {(Heard.PAIRINGS, round_.number) for round_ in rounds}
    closed = {(Heard.RESULTS, round_.number) for round_ in rounds if round_.closed}
    return {(Heard.PUBLISHED, 0)} | paired | closed
