"""Deadlines make no events: the schedule looks for those that are near."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from tournaments.notices.people import Told, players, sides, told
from tournaments.notices.rows import Kind
from tournaments.notices.storing import store
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

NEAR = timedelta(hours=1)
"""Before a deadline. One that is shorter from its beginning was said with what began it."""


def tell_deadlines(at: datetime) -> None:
    """Store notices of them; safe to repeat."""
    for key, people in (*_appeals(at), *_claims(at), *_games(at)):
        store(key, at, people)


def _appeals(at: datetime) -> Iterator[tuple[str, list[Told]]]:
    """Rulings whose appeal ends soon, to the two players."""
    for claim in ClaimRow.objects.filter(stage=Stage.RULED, appeal_until__gt=at, appeal_until__lte=at + NEAR):
        pair = PairingRow.objects.filter(pk=claim.game_id).select_related("tournament").first()
        if pair is None or _is_short(settings_of(pair.tournament).claims.appeal_minutes):
            continue
        facts = {
            "round": pair.round,
            "table": pair.table,
            "claim": str(claim.pk),
            "until": str(claim.appeal_until),
        }
        people = players([pair.white_id, pair.black_id])
        yield (
            f"appeal/{claim.pk}/{claim.appeal_until}",
            told(Kind.DEADLINE, pair.tournament_id, people, facts),
        )


def _claims(at: datetime) -> Iterator[tuple[str, list[Told]]]:
    """Closed rounds whose claims end soon, to all who played."""
    closed = RoundRow.objects.filter(closed=True, published=True, tournament__published=True).exclude(
        claims_until=""
    )
    for round_ in closed.filter(claims_until__gte=f"{at:%Y-%m-%d}").select_related("tournament"):
        until = datetime.fromisoformat(round_.claims_until)
        if not at < until <= at + NEAR or _is_short(settings_of(round_.tournament).claims.minutes):
            continue
        facts = {"round": round_.number, "until": round_.claims_until}
        people = players(_entries(round_.tournament_id, round_.number))
        yield f"claims/{round_.pk}/{until}", told(Kind.DEADLINE, round_.tournament_id, people, facts)


def _games(at: datetime) -> Iterator[tuple[str, list[Told]]]:
    """Games of a league that are played today or tomorrow and have no result, each player against whom."""
    days = [f"{at:%Y-%m-%d}", f"{at + timedelta(days=1):%Y-%m-%d}"]
    dated = PairingRow.objects.filter(date__in=days, result_state=ResultState.MISSING)
    rounds = RoundRow.objects.filter(tournament__in=dated.values("tournament"))
    public = rounds.filter(published=True, tournament__published=True)
    shown = set(public.values_list("tournament_id", "number"))
    for pair in dated.select_related("white", "black"):
        if (pair.tournament_id, pair.round) in shown:
            when = {"event": "game", "until": f"{pair.date} {pair.time}".strip()}
            people = [
                Told(
                    user_id=one.user_id,
                    kind=Kind.DEADLINE,
                    tournament_id=one.tournament_id,
                    facts={**one.facts, **when},
                )
                for one in sides([pair])
            ]
            yield f"game/{pair.pk}/{pair.date}", people


def _entries(tournament_id: UUID, number: int) -> list[str]:
    pairs = PairingRow.objects.filter(tournament_id=tournament_id, round=number)
    return [entry for pair in pairs.values_list("white_id", "black_id") for entry in pair]


def _is_short(minutes: int) -> bool:
    return timedelta(minutes=minutes) <= NEAR
