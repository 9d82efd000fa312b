"""Rescoring in the background: one job for each change of limits, created in its transaction.

A newer change replaces the jobs of older ones. None of them could write an older outcome: each batch applies
the limits that are in force when it begins (``tournaments.limits.rescoring``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from django.db.models import F
from django.db.models.functions import Coalesce

from games.claims.rows import ClaimRow
from games.game.events import TermsChanged
from games.game.rows import GameRow
from games.log.store import StoredEvent, decode_row
from games.log.tables import Event
from games.log.unit_of_work import Context, on_stored
from games.log.wire import kind_of
from tournaments.domain.results import ResultRecorded
from tournaments.jobs.commands import RESCORE, create_job
from tournaments.limits import finding_id, rescore_some, waiting_games
from tournaments.loading import stream_of
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import Run, kind

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
    tournament_id, number = UUID(recorded.stream.removeprefix(STREAM)), recorded.data["number"]
    context = Context(actor=recorded.actor, command_id=recorded.command_id, at=recorded.recorded_at)
    job = create_job(RESCORE, tournament_id, {"limits": number}, context)
    recounted = GameRow.objects.filter(context=str(tournament_id), limits=number).count()
    Job.objects.filter(pk=job.pk).update(done=recounted, of=recounted)
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
    """Report progress by the games: an earlier run may have died between a batch and its report.

    Those that the change itself recounted are done.
    """
    of = max(run.job.of, run.job.done + left)
    run.report(stage="games", of=of, done=of - left, leased_from=of - left)


def batch_context(actor: str, run: Run) -> Context:
    """Return the context of a batch, a command of its own that is safe to repeat as it picks the games."""
    return Context(actor=actor, command_id=uuid4(), at=run.clock())


def next_batch_size(done: int, took: timedelta) -> int:
    """Return the number of games for the next batch."""
    if took <= timedelta(0):
        return MOST
    return min(max(round(done * (BATCH / took)), LEAST), 4 * max(done, LEAST), MOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The numbers of games that were judged, whose result changed, and that went to a referee."""

    games: int
    changed: int
    found: int


def outcome_of(job: Job) -> Outcome | None:
    """Return the outcome; None for a job of another kind, or one that is not done."""
    if job.kind != RESCORE or job.state != JobState.DONE:
        return None
    tournament_id, number = str(job.tournament_id), job.params.get("limits", 0)
    claims = ClaimRow.objects.filter(context=tournament_id).values_list("claim_id", "game_id")
    return Outcome(
        games=job.done,
        changed=len(_changed_games(tournament_id, number)),
        found=sum(str(claim) == str(finding_id(str(game), number)) for claim, game in claims),
    )


def _changed_games(tournament_id: str, number: int) -> set[str]:
    """Return the games whose results were recorded by the commands that judged games by these limits."""
    results = Event.objects.filter(stream=stream_of(tournament_id), kind=kind_of(ResultRecorded))
    commands = results.order_by().values("command_id")
    judging = Event.objects.filter(kind=kind_of(TermsChanged), command_id__in=commands)
    by = {event.command_id for event in judging if decode_row(event, {}).data.get("limits", 0) == number}
    return {decode_row(event, {}).data["game_id"] for event in results.filter(command_id__in=by)}
