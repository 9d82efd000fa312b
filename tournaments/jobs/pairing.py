"""Pairing of large rounds in the background, which takes longer than a request may.

The job's id is the command's id. However often it runs, also concurrently, the event store carries the
command out at most once; two runs may differ only in their progress.
"""

from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from games.log.store import StoredEvent, VersionClash
from games.log.unit_of_work import Context
from games.refusals import Refusal
from tournaments.commands import (
    PairRound,
    Progress,
    absences_to_record,
    events_of_earlier_run,
    pair_round,
    require_reason,
)
from tournaments.domain.waiting import need_pairable_round
from tournaments.jobs.commands import PAIR, create_job
from tournaments.loading import load, stream_of
from tournaments.outbox.rows import Job
from tournaments.outbox.running import LEASE, Run, kind
from tournaments.state.tournament import Tournament

INLINE_UP_TO = 200  # present players whose pairing a request can wait for


def start_pairing(tournament_id: str, command: PairRound, context: Context) -> Job | list[StoredEvent]:
    """Pair the round now, or in the background where more than 200 are present.

    Raises the same as ``pair_round``; a job is started only for a round that may be paired now.
    """
    if job := Job.objects.filter(pk=context.command_id).first():
        return job
    state, version = load(tournament_id)
    if _present(state, command.round) <= INLINE_UP_TO or events_of_earlier_run(tournament_id, context):
        return pair_round(tournament_id, command, context)
    if context.expected not in (None, version):
        raise VersionClash(stream_of(tournament_id), context.expected or 0, version)
    need_pairable_round(state, command.round)
    command = require_reason(state, command, context)
    absences_to_record(state, command)
    return create_job(PAIR, UUID(tournament_id), asdict(command), context)


def _present(state: Tournament, round_: int) -> int:
    return sum(entry.present_in(round_) for entry in state.entries.values())


@kind(PAIR)
def run_pairing(run: Run) -> bool:
    """Pair the round, unless another run of this job has done so."""
    job, tournament_id = run.job, str(run.job.tournament_id)
    context = Context(actor=job.actor, command_id=job.id, at=run.begun, expected=job.expected)
    try:
        pair_round(tournament_id, PairRound(**job.params), context, _reporter(run))
    except (Refusal, VersionClash):
        if not events_of_earlier_run(tournament_id, context):
            raise
    return True


def lease_for(players: int) -> timedelta:
    """Return the longest time that the matching of so many players takes without a report."""
    return LEASE * max(1.0, (players / 1000) ** 2)


def _reporter(run: Run) -> Progress:
    """Return a function that saves each stage in a short transaction of its own, for clients that poll.

    A stage before the last cannot report, since matching is one call. Its time grows a little faster than the
    square of the field; for 1,000 players it takes two seconds.
    """
    longest = lease_for(len(load(str(run.job.tournament_id))[0].entries))

    def report_stage(stage: str, done: int, of: int) -> None:
        run.report(stage=stage, done=done, of=of, lasting=LEASE if done == of else longest)

    return report_stage
