"""How far each of many tournaments is, for a list of them: what is played now comes first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef

from tournaments.competition.history import Winner
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

NOW, COMING, PAST = range(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """``round``: the last that is published, 0 before the first; ``missing``: results of published rounds."""

    round: int
    missing: int
    when: int
    finished: bool


def stands(rows: Iterable[TournamentRow], today: str) -> Mapping[UUID, Stand]:
    """Of each; ``today`` in ISO 8601. Two queries, however many there are."""
    listed = list(rows)
    published = RoundRow.objects.filter(tournament__in=listed, published=True)
    last = dict(published.values_list("tournament").annotate(Max("number")).order_by())
    here = RoundRow.objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("round"), published=True
    )
    games = PairingRow.objects.filter(Exists(here), tournament__in=listed, winner=Winner.NOBODY_YET.value)
    missing = dict(games.values_list("tournament").annotate(Count("pk")).order_by())
    return {row.pk: _stand(row, last.get(row.pk, 0), missing.get(row.pk, 0), today) for row in listed}


def _stand(row: TournamentRow, last: int, missing: int, today: str) -> Stand:
    finished = last >= row.rounds and not missing
    coming = not last and row.begins > today
    past = finished or "" < (row.ends or row.begins) < today
    return Stand(
        round=last,
        missing=missing,
        when=COMING if coming else PAST if past else NOW,
        finished=finished,
    )


def first_wanted(rows: Iterable[TournamentRow], stood: Mapping[UUID, Stand]) -> list[TournamentRow]:
    """What is played now, then what comes soonest, then the past; ``rows`` are the newest first."""
    listed = list(rows)
    by_when = {when: [row for row in listed if stood[row.pk].when == when] for when in (NOW, COMING, PAST)}
    return [*by_when[NOW], *reversed(by_when[COMING]), *by_when[PAST]]
