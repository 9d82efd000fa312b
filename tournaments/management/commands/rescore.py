"""The command that judges the games of a tournament by its current limits, in batches.

Ctrl-C ends after the current batch. It may be repeated at any time, also while workers run: each batch picks
the remaining games. JSON: ``{"left_before", "rescored", "left"}``; exit status 1 while games are left.
"""

import signal
from typing import Any
from uuid import uuid4

from django.core.management.base import CommandParser
from django.utils import timezone

from games.log.progress import Progress
from games.log.unit_of_work import Context
from games.management.base import Answer, JsonCommand
from tournaments.jobs.commands import RESCORE
from tournaments.jobs.rescoring import FIRST, next_batch_size
from tournaments.limits import count_waiting, rescore_some, waiting_games
from tournaments.management.base import ACTOR, tournament
from tournaments.outbox import stopping
from tournaments.outbox.rows import UNENDED, Job
from tournaments.outbox.running import run_job


class Command(JsonCommand):
    help = "Judge a tournament's games by its limits of now; what is done when it is interrupted stays done."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--dry-run", action="store_true", help="only count the games; write nothing")

    def answer(self, **options: Any) -> Answer:
        tournament_id = str(tournament(options["slug"]).pk)
        before = count_waiting(tournament_id)
        if options["dry_run"]:
            data = {"left_before": before, "rescored": 0, "left": before}
            return Answer(data=data, text=f"{before} games would be judged again.")
        with stopping.on_signals(signal.SIGTERM, signal.SIGINT), Progress("games", before) as report:
            done = _rescore(tournament_id, report)
        left = count_waiting(tournament_id)
        if not left:
            _end_jobs(tournament_id)
        data = {"left_before": before, "rescored": done, "left": left}
        return Answer(data=data, text=f"{done} games judged again, {left} left.", good=not left)


def _rescore(tournament_id: str, report: Progress) -> int:
    total, size, left = 0, FIRST, waiting_games(tournament_id)
    while left and not stopping.should_stop():
        begun, some = timezone.now(), left[:size]
        context = Context(actor=ACTOR, command_id=uuid4(), at=begun)
        done = rescore_some(tournament_id, context, limit=size, among=some)
        left = left[size:] or waiting_games(tournament_id)
        total += done
        report(total)
        size = next_batch_size(done, timezone.now() - begun)
    return total


def _end_jobs(tournament_id: str) -> None:
    """Complete the jobs that waited for this, as no games are left for them."""
    waiting = Job.objects.filter(kind=RESCORE, tournament_id=tournament_id, state__in=UNENDED)
    for job_id in waiting.values_list("pk", flat=True):
        run_job(job_id)
