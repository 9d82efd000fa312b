"""Proofs, in the background, of large pairings that did not reach their bound at once.

The transaction that stores such a pairing creates a job for it. The job ignores a pairing that was undone or
replaced meanwhile, and one whose inputs cannot be reproduced.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID, uuid5

from games.log.store import StoredEvent
from games.log.unit_of_work import Context, on_stored
from games.log.wire import kind_of
from tournaments.commands import carry_out
from tournaments.competition.pairing.proof import optimum
from tournaments.domain.pairing_proof import RecordProof
from tournaments.domain.rounds import RoundPaired
from tournaments.jobs.commands import PROVE, create_job
from tournaments.jobs.rescoring import STREAM
from tournaments.outbox.running import Run, kind
from tournaments.persons.names import name_order
from tournaments.proofs.pairing_log import Part, log_of_round

MAX_GAMES = 1_000  # with more players the search takes hours
STAGES = 1
LASTING = timedelta(minutes=20)  # the search cannot report
BY = "all pairs that could be in a better pairing"


@on_stored
def request_proofs(stored: Sequence[StoredEvent]) -> None:
    for recorded in stored:
        if recorded.kind == kind_of(RoundPaired) and _is_open(recorded.event):
            _request_proof(recorded)


def _is_open(event: RoundPaired) -> bool:
    return bool(event.bound) and not event.optimum and len(event.pairs) <= MAX_GAMES


def _request_proof(recorded: StoredEvent) -> None:
    event: RoundPaired = recorded.event
    params = {"round": event.round, "inputs_digest": event.inputs_digest}
    job_id = uuid5(recorded.command_id, f"{PROVE}/{event.round}/{event.group}")
    context = Context(actor=recorded.actor, command_id=job_id, at=recorded.recorded_at)
    create_job(PROVE, UUID(recorded.stream.removeprefix(STREAM)), params, context)


@kind(PROVE)
def prove_pairing(run: Run) -> bool:
    """Search for the optimum, unless another run has recorded it or the pairing has changed."""
    job, tournament_id = run.job, str(run.job.tournament_id)
    part = _part(tournament_id, **job.params)
    if part is None:
        return True
    run.report(stage="matching", done=0, of=STAGES, lasting=LASTING)
    found = _optimum(part)
    run.report(stage="matching", done=STAGES, of=STAGES)
    if found is not None:
        context = Context(actor=job.actor, command_id=job.id, at=run.begun)
        carry_out(tournament_id, RecordProof(**job.params, optimum=found, by=BY), context)
    return True


def _part(tournament_id: str, round: int, inputs_digest: str) -> Part | None:  # noqa: A002 - a parameter's name
    log = log_of_round(tournament_id, round)
    now = log.now.round(round)
    if now.optimum or now.inputs_digest != inputs_digest:
        return None
    return next((part for part in log.parts if part.event.inputs_digest == inputs_digest), None)


def _optimum(part: Part) -> int | None:
    event, before = part.event, part.before
    return optimum(
        before.history(name_order(before, event.rules, at=part.recorded.position)),
        event.round,
        event.rules,
        seed=event.seed,
        apart=part.apart,
        byes=event.byes,
        digest=event.inputs_digest,
    )
