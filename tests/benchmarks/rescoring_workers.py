"""Games judged again a second by one worker and by two, each with a tournament of its own.

``python -m tests.services python -m tests.benchmarks.rescoring_workers`` wants an empty database.
A tournament's games are judged by one worker at a time, so that two help where two tournaments wait.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.benchmarks.helped import helped

GAMES, ROUNDS = 400, 3


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    from tests.benchmarks.stored_games import stocked
    from tournaments.outbox import waking

    waking.wake = lambda *_: None
    rows = [stocked(GAMES, slug) for slug in ("one", "two")]
    lengths = iter(range(252, 0, -1))
    for _ in range(ROUNDS):
        for workers in (1, 2):
            length = next(lengths)
            jobs = [_changed(row, length) for row in rows]
            sys.stdout.write(f"{workers} workers: {2 * GAMES / _worked(jobs, workers):.0f} games a second\n")


def _changed(row, length: int):
    """The job of a change for which every game must be replayed: each has a turn too many."""
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.deciding.limits import ChangeLimits
    from tournaments.events.limits import Limits

    context = a_context()
    carry_out(str(row.id), ChangeLimits(limits=Limits(length=length), reason="measured"), context)
    return context.command_id


def _worked(jobs, workers: int) -> float:
    from django.db import connections

    connections.close_all()
    begun = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        list(pool.map(_work, jobs))
    return time.monotonic() - begun


def _work(job_id) -> None:
    from tournaments.outbox.running import run_job

    while run_job(job_id):
        pass


if __name__ == "__main__":
    helped(__doc__)
    main()
