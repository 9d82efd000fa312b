"""What a slow receiver costs others: ``python -m tests.benchmarks.slow_receiver``, a club and a federation.

One house's receiver takes 8 s for each message and has ten results before it. Beside it a round of another
house is paired as a job, and a result of that house is told to a receiver that answers at once. Seconds from
the asking to the end of the job, and from the commit to the message, the longest of five; and the same before
the slow receiver has anything. A club is one process on SQLite; a federation has PostgreSQL, Redis and a
Celery worker with one child. Exits with 1 if anything took a second more beside it.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from tests.benchmarks.helped import helped

SLOW_SECONDS, RESULTS, TIMES = 8.0, 10, 5
MOST = 1.0  # seconds that the slow receiver may cost
ROOT = Path(__file__).resolve().parents[2]
WHAT = ("pairing job", "other's news")
KEPT = {
    "DJANGO_SETTINGS_MODULE": "deploy.settings",
    "NIGIRI_WEBHOOK_PRIVATE": "true",
    "SECRET_KEY": "of this run",
}
KEPT |= {"NIGIRI_LOG_LEVEL": "WARNING"}


def main():
    sys.stdout.write(f"{'':<12}{'':<14}{'alone s':>9}{'beside s':>9}{'delay s':>9}{'load':>7}\n")
    late = [late_of("club", {}), federation()]
    return 1 if any(late) else 0


def federation():
    from tests.services import start

    with ExitStack() as stack:
        return late_of("federation", start(stack, os.environ), worker=True)


def late_of(form, services, *, worker=False):
    """Print the lines of a form; whether one is late."""
    without = {"DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        environment = {
            **kept,
            **KEPT,
            **services,
            "NIGIRI_DATA": folder,
            "NIGIRI_NAME": f"slow-{os.getpid()}",
        }
        migrated(environment)
        if worker:
            stack.enter_context(working(environment, Path(folder) / "worker"))
        command = [sys.executable, "-W", "ignore", "-m", "tests.benchmarks.slow_receiver", "measure"]
        said = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    alone, beside = json.loads(said.stdout)
    for what, before, after in zip(WHAT, alone, beside, strict=True):
        figures = f"{before:>9.2f}{after:>9.2f}{after - before:>9.2f}{os.getloadavg()[0]:>7.1f}"
        sys.stdout.write(f"{form:<12}{what:<14}{figures}\n")
    return any(after - before > MOST for before, after in zip(alone, beside, strict=True))


def migrated(environment):
    command = [sys.executable, "-W", "ignore", "manage.py", "migrate", "-v", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


@contextmanager
def working(environment, log):
    """A Celery worker with one child."""
    command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "-c", "1", "-l", "INFO"]
    with (
        log.open("w") as output,
        subprocess.Popen(
            [*command, "--without-mingle", "--without-gossip"],
            cwd=ROOT,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as worker,
    ):
        try:
            until(lambda: "ready." in log.read_text())
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(worker.pid, signal.SIGKILL)


def until(happened, seconds=120.0):
    begun = monotonic()
    while not happened():
        if monotonic() - begun > seconds:
            raise TimeoutError
        sleep(0.01)
    return monotonic() - begun


def measure():
    """Print the longest times of each, alone and beside the slow receiver."""
    import django

    django.setup()
    from tests.builders import a_tournament, a_webhook, an_organisation, pair
    from tests.tournaments.webhooks.receiver import receiving, says

    def slow(handler):
        sleep(SLOW_SECONDS)
        says(204)(handler)

    with receiving() as quick, receiving() as stuck:
        stuck.answers = [slow]
        house = an_organisation("other")
        told = a_tournament(24, slug="told", organisation=house)
        pair(told, 1)
        slugs = [f"paired-{place}" for place in range(2 * TIMES + 1)]
        paired = [a_tournament(40, slug=slug, organisation=house) for slug in slugs]
        own = a_tournament(24, slug="slow", organisation=an_organisation("slow"))
        pair(own, 1)
        a_webhook(house, url=quick.url, kinds=["result"])
        a_webhook(own_house(own), url=stuck.url, kinds=["result"])
        seconds_of_job(paired.pop())  # the first one loads what all need
        alone = longest(paired[:TIMES], told, quick, 0)
        for place in range(RESULTS):
            record(own, place)
        until(lambda: stuck.got)
        beside = longest(paired[TIMES:], told, quick, TIMES)
        assert len(stuck.got) < RESULTS
        sys.stdout.write(json.dumps([alone, beside]))
        sys.stdout.flush()
        os._exit(0)  # what is on its way to the slow one is not waited for


def own_house(row):
    from tournaments.tables.people import Organisation

    return Organisation.objects.get(pk=row.organisation_id)


def longest(rows, told, quick, first):
    jobs, news = [], []
    for place, row in enumerate(rows):
        jobs.append(seconds_of_job(row))
        before = len(quick.got)
        record(told, first + place)
        news.append(until(lambda before=before: len(quick.got) > before))
    return max(jobs), max(news)


def seconds_of_job(row):
    from tournaments.jobs.commands import ask
    from tournaments.jobs.pairing import PAIR
    from tournaments.outbox.rows import Job, JobState

    job = ask(PAIR, row.id, {"round": 1}, context())
    seconds = until(lambda: Job.objects.get(pk=job.pk).ended)
    assert Job.objects.get(pk=job.pk).state == JobState.DONE
    return seconds


def record(row, place):
    from tournaments.commands import carry_out
    from tournaments.competition.history import Result, Winner
    from tournaments.deciding.results import RecordResult
    from tournaments.tables.rows import PairingRow

    game = PairingRow.objects.filter(tournament=row).order_by("table")[place]
    carry_out(
        str(row.id), RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.BLACK)), context()
    )


def context():
    from uuid import uuid4

    from django.utils import timezone

    from games.log.unit import Context

    return Context(actor="tester", command_id=uuid4(), at=timezone.now())


if __name__ == "__main__":
    helped(__doc__)
    sys.exit(measure() if sys.argv[1:] == ["measure"] else main())
