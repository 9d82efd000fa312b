"""Rescoring in the background: one job for each change of limits, created in its transaction.

A newer change replaces the jobs of older ones. None of them could write an older outcome: each batch applies
the limits that are in force when it begins (``tournaments.limits.rescoring``).
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID, uuid4

from django.db.models import F
from django.db.models.functions import Coalesce

from games.log.store import StoredEvent
from games.log.unit_of_work import Context, on_stored
from tournaments.jobs.commands import create_job
from tournaments.limits import rescore_some, waiting_games
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import Run, kind

RESCORE = "rescore"
CHANGED = "tournament.limits-changed.v1"
STREAM = "tournament-"
FIRST, LEAST, MOST = 20, 5, 500  # games in a batch
BATCH = timedelta(seconds=1)  # target for a batch, since all writers wait for it


@on_stored
def request_rescoring(stored: Sequence[StoredEvent]) -> None:
    for recorded in stored:
        if recorded.kind == CHANGED:
            _request_rescoring(recorded)


def _request_rescoring(recorded: StoredEvent) -> None:
    tournament_id = UUID(recorded.stream.removeprefix(STREAM))
    context = Context(actor=recorded.actor, command_id=recorded.command_id, at=recorded.recorded_at)
    job = create_job(RESCORE, tournament_id, {"limits": recorded.data["number"]}, context)
    older = Job.objects.filter(kind=RESCORE, tournament_id=tournament_id).exclude(pk=job.pk)
    older.exclude(state__in=(JobState.DONE, JobState.OVERTAKEN)).update(
        state=JobState.OVERTAKEN,
        newer=job.pk,
        ended_at=Coalesce(F("ended_at"), context.at),
        leased_by="",
    )


@kind(RESCORE)
def rescore_games(run: Run) -> bool:
    """Rescore batch by batch until no affected game is left or the turn is over."""
    tournament_id, size = str(run.job.tournament_id), FIRST
    left = waiting_games(tournament_id)
    _report_extent(run, len(left))
    while not run.is_turn_over:
        left = left or waiting_games(tournament_id)
        if not left:
            return True
        begun, some, left = run.clock(), left[:size], left[size:]
        done = rescore_some(tournament_id, batch_context(run.job.actor, run), limit=size, among=some)
        run.report(further=done)
        size = next_batch_size(done, run.clock() - begun)
    return False


def _report_extent(run: Run, left: int) -> None:
    """Report progress by the games: an earlier run may have died between a batch and its report."""
    of = max(run.job.of, left)
    run.report(stage="games", of=of, done=of - left, leased_from=of - left)


def batch_context(actor: str, run: Run) -> Context:
    """Return the context of a batch, a command of its own that is safe to repeat as it picks the games."""
    return Context(actor=actor, command_id=uuid4(), at=run.clock())


def next_batch_size(done: int, took: timedelta) -> int:
    """Return the number of games for the next batch."""
    if took <= timedelta(0):
        return MOST
    return min(max(round(done * (BATCH / took)), LEAST), 4 * max(done, LEAST), MOST)
