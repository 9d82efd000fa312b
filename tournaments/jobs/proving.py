"""Proving in the background what a large field was paired with, where its bound was not reached at once.

A job for each such pairing, made in the transaction that stores it. A pairing that was undone or replaced
meanwhile is left alone, and so is one whose inputs are not found any more as they were.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID, uuid5

from games.log.store import Recorded
from games.log.unit_of_work import Context, after_storing
from games.log.wire import kind_of
from tournaments.commands import carry_out
from tournaments.competition.pairing.optimum import optimum
from tournaments.domain.optimum import RecordProof
from tournaments.domain.rounds import RoundPaired
from tournaments.jobs.commands import ask
from tournaments.jobs.rescoring import STREAM
from tournaments.outbox.running import Run, kind
from tournaments.people.names import name_order
from tournaments.proofs.pairing_log import Part, log_of_round

PROVE = "prove_pairing"
MOST = 1_000  # games: of more the search takes hours
STAGES = 1
LASTING = timedelta(minutes=20)  # the search gives no sign of life
BY = "all pairs that could be in a better pairing"


@after_storing
def ask_for_proof(stored: Sequence[Recorded]) -> None:
    for recorded in stored:
        if recorded.kind == kind_of(RoundPaired) and _is_open(recorded.event):
            _ask(recorded)


def _is_open(event: RoundPaired) -> bool:
    return bool(event.bound) and not event.optimum and len(event.pairs) <= MOST


def _ask(recorded: Recorded) -> None:
    event: RoundPaired = recorded.event
    params = {"round": event.round, "inputs_digest": event.inputs_digest}
    job_id = uuid5(recorded.command_id, f"{PROVE}/{event.round}/{event.group}")
    context = Context(actor=recorded.actor, command_id=job_id, at=recorded.recorded_at)
    ask(PROVE, UUID(recorded.stream.removeprefix(STREAM)), params, context)


@kind(PROVE)
def carry_out_proof(run: Run) -> bool:
    """Search, unless another run of this job has recorded the answer or the pairing has changed."""
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
