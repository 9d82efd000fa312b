"""Notices of approaching deadlines, found on a schedule since deadlines create no events."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from tournaments.notices.people import Recipient, players, recipients, seat_recipients
from tournaments.notices.rows import Kind
from tournaments.notices.storing import store
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

NEAR = timedelta(hours=1)
"""The time before a deadline. A shorter period was mentioned in the notice of its beginning."""


def notify_deadlines(at: datetime) -> None:
    """Store notices of near deadlines; safe to repeat."""
    for key, people in (*_appeals(at), *_claims(at), *_games(at)):
        store(key, at, people)


def _appeals(at: datetime) -> Iterator[tuple[str, list[Recipient]]]:
    """Return the players of games whose rulings can be appealed only for a short time."""
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
            recipients(Kind.DEADLINE, pair.tournament_id, people, facts),
        )


def _claims(at: datetime) -> Iterator[tuple[str, list[Recipient]]]:
    """Return the players of closed rounds in which claims end soon."""
    closed = RoundRow.objects.filter(closed=True, published=True, tournament__published=True).exclude(
        claims_until=""
    )
    for round_ in closed.filter(claims_until__gte=f"{at:%Y-%m-%d}").select_related("tournament"):
        until = datetime.fromisoformat(round_.claims_until)
        if not at < until <= at + NEAR or _is_short(settings_of(round_.tournament).claims.minutes):
            continue
        facts = {"round": round_.number, "until": round_.claims_until}
        people = players(_entries(round_.tournament_id, round_.number))
        yield f"claims/{round_.pk}/{until}", recipients(Kind.DEADLINE, round_.tournament_id, people, facts)


def _games(at: datetime) -> Iterator[tuple[str, list[Recipient]]]:
    """Return the players of league games that are due today or tomorrow and have no result."""
    days = [f"{at:%Y-%m-%d}", f"{at + timedelta(days=1):%Y-%m-%d}"]
    dated = PairingRow.objects.filter(date__in=days, result_state=ResultState.MISSING)
    rounds = RoundRow.objects.filter(tournament__in=dated.values("tournament"))
    public = rounds.filter(published=True, tournament__published=True)
    shown = set(public.values_list("tournament_id", "number"))
    for pair in dated.select_related("white", "black"):
        if (pair.tournament_id, pair.round) in shown:
            when = {"event": "game", "until": f"{pair.date} {pair.time}".strip()}
            people = [
                Recipient(
                    user_id=one.user_id,
                    kind=Kind.DEADLINE,
                    tournament_id=one.tournament_id,
                    facts={**one.facts, **when},
                )
                for one in seat_recipients([pair])
            ]
            yield f"game/{pair.pk}/{pair.date}", people


def _entries(tournament_id: UUID, number: int) -> list[str]:
    pairs = PairingRow.objects.filter(tournament_id=tournament_id, round=number)
    return [entry for pair in pairs.values_list("white_id", "black_id") for entry in pair]


def _is_short(minutes: int) -> bool:
    return timedelta(minutes=minutes) <= NEAR
