"""From an event to notices: who is notified of what. Safe to run twice, and twice at once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from games.claims.claim import Stage
from games.claims.rows import ClaimRow
from tournaments.notices.people import Told, committee, officials, players, sides, told
from tournaments.notices.rows import Kind
from tournaments.notices.storing import store
from tournaments.outbox.running import Run, kind
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import PairingRow, RoundRow

NOTIFY = "notify"


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event that people are notified of. ``data``: of the event only ``round`` and ``game_id``."""

    position: int
    kind: str
    stream: str
    actor: str
    data: Mapping[str, Any]


@kind(NOTIFY)
def notify(run: Run) -> bool:
    """Store the notices of an event for those whom it concerns, as things are by now."""
    happening = Happening(**run.job.params, actor=run.job.actor)
    store(str(happening.position), run.job.asked_at, TOLD[happening.kind](happening))
    return True


def _published(happening: Happening) -> Iterable[Told]:
    """Everybody who plays in it where and against whom, as it is published now."""
    tournament = UUID(happening.stream.partition("-")[2])
    number = happening.data["round"]
    shown = RoundRow.objects.filter(published=True, tournament__published=True)
    round_ = shown.filter(tournament_id=tournament, number=number).first()
    if round_ is None:
        return
    pairs = [pair for pair in _pairs(tournament, number) if round_.shows(pair.white_id)]
    yield from sides(pairs)
    byes = [entry for entry in round_.byes if round_.shows(entry)]
    yield from told(Kind.ROUND, tournament, players(byes), {"round": number})


def _pairs(tournament: UUID, number: int) -> Iterable[PairingRow]:
    return PairingRow.objects.filter(tournament_id=tournament, round=number).select_related("white", "black")


def _reported(happening: Happening) -> Iterable[Told]:
    """Only where the two reports differ, and still do."""
    pair = _pair(happening.data["game_id"])
    if pair is None or pair.result_state != ResultState.DISPUTED:
        return ()
    people = players([pair.white_id, pair.black_id]) | officials(pair.tournament)
    return told(Kind.DISPUTE, pair.tournament_id, people, _where(pair))


def _of_claim(of: Kind, whom: Callable[[PairingRow], set[int]]) -> Callable[[Happening], Iterable[Told]]:
    """Those whom it concerns, but for who did it."""

    def tell(happening: Happening) -> Iterable[Told]:
        claim = ClaimRow.objects.filter(pk=UUID(happening.stream.partition("-")[2])).first()
        pair = None if claim is None else _pair(claim.game_id)
        if claim is None or pair is None or (of == Kind.RULING and claim.stage == Stage.PROPOSED):
            return ()
        until = claim.appeal_until.isoformat() if of == Kind.RULING and claim.appeal_until else ""
        people = {user for user in whom(pair) if f"user:{user}" != happening.actor}
        facts = _where(pair) | {"claim": str(claim.pk), "event": happening.kind, "until": until}
        return told(of, pair.tournament_id, people, facts)

    return tell


def _pair(game_id: UUID | str) -> PairingRow | None:
    return PairingRow.objects.filter(pk=game_id).select_related("tournament", "white", "black").first()


def _where(pair: PairingRow) -> dict[str, object]:
    return {"round": pair.round, "table": pair.table, "game": str(pair.pk)}


def _both(pair: PairingRow) -> set[int]:
    return players([pair.white_id, pair.black_id])


def _both_and_officials(pair: PairingRow) -> set[int]:
    return _both(pair) | officials(pair.tournament)


def _both_and_committee(pair: PairingRow) -> set[int]:
    return _both(pair) | committee(pair.tournament)


TOLD: dict[str, Callable[[Happening], Iterable[Told]]] = {
    "tournament.round-published.v1": _published,
    "tournament.result-reported.v1": _reported,
    "claim.made.v1": _of_claim(Kind.DISPUTE, _both_and_officials),
    "claim.ruled.v1": _of_claim(Kind.RULING, _both),
    "claim.ruling-seconded.v1": _of_claim(Kind.RULING, _both),
    "claim.appeal-decided.v1": _of_claim(Kind.RULING, _both),
    "claim.appealed.v1": _of_claim(Kind.APPEAL, _both_and_committee),
}
"""Event -> whom it is told to, and what of it."""
