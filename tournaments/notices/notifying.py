"""Turn events into notices. Safe to run twice, also at the same time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from games.game.loading import state_of
from games.game.marked_dead import sides_to_accept
from games.game.rows import GameRow
from games.log.store import StoredEvent
from games.log.unit_of_work import on_stored
from tournaments.notices.people import Recipient, committee, officials, players, recipients, seat_recipients
from tournaments.notices.rows import NAMES, Kind, Notice
from tournaments.notices.storing import store
from tournaments.outbox.rows import Job
from tournaments.outbox.running import Run, kind
from tournaments.outbox.waking import wake_after_commit
from tournaments.persons.erasing import register_eraser
from tournaments.persons.reach import Reach
from tournaments.state.tournament import ResultState
from tournaments.tables.record_proofs import contradicts_record, outcome_of_record, source_of_outcome
from tournaments.tables.rows import PairingRow, RoundRow
from tournaments.webhooks.news import CREATED

NOTIFY = "notify"
EVENT_FACTS = ("round", "game_id", "corrects")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeEvent:
    """An event with notices. ``data``: only ``round``, ``game_id`` and ``corrects`` of the event."""

    position: int
    kind: str
    stream: str
    actor: str
    data: Mapping[str, Any]


@kind(NOTIFY)
def notify(run: Run) -> bool:
    """Store the notices of an event for the people whom it concerns now."""
    event = NoticeEvent(**run.job.params, actor=run.job.actor)
    store(str(event.position), run.job.asked_at, RECIPIENTS[event.kind](event))
    return True


def _round_recipients(event: NoticeEvent) -> Iterable[Recipient]:
    """Return all players of the round as it is published now."""
    tournament = UUID(event.stream.partition("-")[2])
    number = event.data["round"]
    shown = RoundRow.objects.filter(published=True, tournament__published=True)
    round_ = shown.filter(tournament_id=tournament, number=number).first()
    if round_ is None:
        return
    pairs = [pair for pair in _pairs(tournament, number) if round_.shows(pair.white_id)]
    yield from seat_recipients(pairs)
    byes = [entry for entry in round_.byes if round_.shows(entry)]
    yield from recipients(Kind.ROUND, tournament, players(byes), {"round": number})


def _pairs(tournament: UUID, number: int) -> Iterable[PairingRow]:
    return PairingRow.objects.filter(tournament_id=tournament, round=number).select_related("white", "black")


def _report_recipients(event: NoticeEvent) -> Iterable[Recipient]:
    """Return players and officials of a game whose two reports still differ.

    If only its record shows another result, the players alone.
    """
    pair = _pair(event.data["game_id"])
    if pair is None or pair.result_state != ResultState.DISPUTED:
        return _contradiction_recipients(pair)
    people = players([pair.white_id, pair.black_id]) | officials(pair.tournament)
    return recipients(Kind.DISPUTE, pair.tournament_id, people, _location(pair))


def _record_recipients(event: NoticeEvent) -> Iterable[Recipient]:
    """Return the players of a game whose record shows another result than the reported one."""
    game_id = UUID(event.stream.partition("-")[2])
    received = event.kind == "game.record-received.v1"
    if GameRow.objects.filter(game_id=game_id, has_record=received).exists():
        return _contradiction_recipients(_pair(game_id))
    return ()


def _marking_recipients(event: NoticeEvent) -> Iterable[Recipient]:
    """Return the player who still has to accept the dead stones that the other one marked."""
    pair = _pair(event.stream.partition("-")[2])
    if pair is None:
        return ()
    entries = {"b": pair.black_id, "w": pair.white_id}
    waiting = players(entries[side] for side in sides_to_accept(state_of(str(pair.pk))))
    return recipients(Kind.DISPUTE, pair.tournament_id, waiting, _location(pair) | {"event": "dead"})


def _contradiction_recipients(pair: PairingRow | None) -> Iterable[Recipient]:
    if pair is None or not contradicts_record(pair):
        return ()
    _winner, outcome = outcome_of_record(pair)
    known = {"outcome": outcome, "source": source_of_outcome(pair, outcome).value}
    facts = _location(pair) | {"event": "record"} | known
    return recipients(Kind.DISPUTE, pair.tournament_id, _both(pair), facts)


def _claim_recipients(
    of: Kind, whom: Callable[[PairingRow], set[int]]
) -> Callable[[NoticeEvent], Iterable[Recipient]]:
    """Return a function that finds the people whom a claim concerns, except the one who acted."""

    def tell(event: NoticeEvent) -> Iterable[Recipient]:
        claim = ClaimRow.objects.filter(pk=UUID(event.stream.partition("-")[2])).first()
        pair = None if claim is None else _pair(claim.game_id)
        if claim is None or pair is None or (of == Kind.RULING and claim.stage == Stage.PROPOSED):
            return ()
        until = claim.appeal_until.isoformat() if of == Kind.RULING and claim.appeal_until else ""
        people = {user for user in whom(pair) if f"user:{user}" != event.actor}
        facts = _location(pair) | {"claim": str(claim.pk), "event": event.kind, "until": until}
        facts |= {"corrects": True} if event.data.get("corrects") else {}
        if of == Kind.RULING:
            facts["decision"] = event.data.get("decision") or claim.decision
            facts |= {"result": pair.winner, "by_default": pair.by_default}
        return recipients(of, pair.tournament_id, people, facts)

    return tell


def _pair(game_id: UUID | str) -> PairingRow | None:
    return PairingRow.objects.filter(pk=game_id).select_related("tournament", "white", "black").first()


def _location(pair: PairingRow) -> dict[str, object]:
    return {"round": pair.round, "table": pair.table, "game": str(pair.pk)}


def _both(pair: PairingRow) -> set[int]:
    return players([pair.white_id, pair.black_id])


def _both_and_officials(pair: PairingRow) -> set[int]:
    return _both(pair) | officials(pair.tournament)


def _both_and_committee(pair: PairingRow) -> set[int]:
    return _both(pair) | committee(pair.tournament)


RECIPIENTS: dict[str, Callable[[NoticeEvent], Iterable[Recipient]]] = {
    "tournament.round-published.v1": _round_recipients,
    "tournament.result-reported.v1": _report_recipients,
    "game.record-received.v1": _record_recipients,
    "game.ended.v1": _record_recipients,
    "game.dead-marked.v1": _marking_recipients,
    "claim.made.v1": _claim_recipients(Kind.DISPUTE, _both_and_officials),
    "claim.ruled.v1": _claim_recipients(Kind.RULING, _both),
    "claim.ruling-seconded.v1": _claim_recipients(Kind.RULING, _both),
    "claim.ruling-restored.v1": _claim_recipients(Kind.RULING, _both),
    "claim.appeal-decided.v1": _claim_recipients(Kind.RULING, _both),
    "claim.appealed.v1": _claim_recipients(Kind.APPEAL, _both_and_committee),
}
"""Kind of event -> its recipients."""


@on_stored
def create_jobs(stored: Sequence[StoredEvent]) -> None:
    """Create a job for each event that has recipients; skip imported tournaments."""
    if any(recorded.kind == CREATED for recorded in stored):
        return
    jobs = [_job(recorded) for recorded in stored if recorded.kind in RECIPIENTS]
    if jobs:
        Job.objects.bulk_create(jobs)
        wake_after_commit(*(job.pk for job in jobs))


def _job(recorded: StoredEvent) -> Job:
    """Return the job of an event, with its ids and numbers alone."""
    return Job(
        id=uuid5(NAMES, f"{NOTIFY}/{recorded.position}"),
        kind=NOTIFY,
        actor=recorded.actor,
        params={
            "position": recorded.position,
            "kind": recorded.kind,
            "stream": recorded.stream,
            "data": {name: recorded.data[name] for name in EVENT_FACTS if name in recorded.data},
        },
        asked_at=recorded.recorded_at,
        due_at=recorded.recorded_at,
    )


@register_eraser
def delete_notices(reach: Reach) -> None:
    """Delete the notices of their tournaments; a waiting mail finds none and is not sent."""
    if reach.user_id is not None:
        own = Notice.objects.filter(user_id=reach.user_id, tournament_id__in=reach.tournament_ids)
        own.delete()
