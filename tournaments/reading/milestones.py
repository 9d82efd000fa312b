"""Milestones: publication dates of a tournament, its pairings and its results, for feeds."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from games.log.store import decode_row
from games.log.tables import Event
from tournaments.loading import stream_of
from tournaments.tables.rows import RoundRow, TournamentRow


class MilestoneKind(StrEnum):
    PUBLISHED = "tournament.published.v1"
    PAIRINGS = "tournament.round-published.v1"
    RESULTS = "tournament.round-closed.v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone:
    """A publication. ``round`` is 0 for the tournament itself."""

    kind: MilestoneKind
    round: int
    at: datetime


def milestones(row: TournamentRow) -> list[Milestone]:
    """Return the milestones, the newest first: the last publication of everything that is still published."""
    if not row.published:
        return []
    rows = Event.objects.filter(stream=stream_of(str(row.id)), kind__in=MilestoneKind).order_by("-version")
    latest: dict[tuple[MilestoneKind, int], Milestone] = {}
    for one in map(_milestone, rows):
        latest.setdefault((one.kind, one.round), one)
    visible = _published_round_keys(row)
    return [one for key, one in latest.items() if key in visible]


def _milestone(row: Event) -> Milestone:
    event = decode_row(row).event
    return Milestone(kind=MilestoneKind(row.kind), round=getattr(event, "round", 0), at=row.recorded_at)


def _published_round_keys(row: TournamentRow) -> set[tuple[MilestoneKind, int]]:
    rounds = list(RoundRow.objects.filter(tournament=row, published=True))
    paired = {(MilestoneKind.PAIRINGS, round_.number) for round_ in rounds}
    closed = {(MilestoneKind.RESULTS, round_.number) for round_ in rounds if round_.closed}
    return {(MilestoneKind.PUBLISHED, 0)} | paired | closed
