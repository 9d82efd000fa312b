"""A real worker process on a real queue and database: it pairs, tells how far it is, and may be killed."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import psycopg
import pytest
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.log import store
from tests import conftest
from tests.builders import a_context, a_tournament
from tests.conftest import ROOT, wait_until
from tests.services import stop
from tournaments.commands import PairRound
from tournaments.jobs.pairing import start_pairing
from tournaments.loading import load, stream_of
from tournaments.outbox.rows import Job, JobState, due
from tournaments.outbox.running import run_job
from tournaments.tasks import run

pytestmark = [pytest.mark.celery, pytest.mark.postgresql]
PLAYERS = 220


def rounds_paired(row):
    kinds = [recorded.kind for recorded in store.read(stream_of(str(row.id)))]
    return kinds.count("tournament.round-paired.v1")


def test_a_large_round_is_paired_by_the_worker_and_its_progress_can_be_read(celery_worker_process):
    row = a_tournament(players=PLAYERS)
    job = start_pairing(str(row.id), PairRound(round=1, seed=3), a_context())
    seen = set()

    def ended():
        job.refresh_from_db()
        seen.add((job.state, job.done))
        return job.ended

    wait_until(ended, seconds=60)
    assert (job.state, job.problem, job.stage, job.done, job.of) == (JobState.DONE, None, "colours", 3, 3)
    assert seen <= {
        ("queued", 0),
        ("running", 0),
        ("running", 1),
        ("running", 2),
        ("running", 3),
        ("done", 3),
    }
    state, _ = load(str(row.id))
    assert len(state.round(1).pairs) == PLAYERS // 2
    assert rounds_paired(row) == 1
    assert celery_worker_process.poll() is None


def test_a_job_that_two_run_at_once_pairs_once(celery_worker_process):
    row = a_tournament(players=PLAYERS)
    job = start_pairing(str(row.id), PairRound(round=1), a_context())
    run.delay(str(job.id))
    run_job(job.id)  # here, while the worker is at it
    wait_until(lambda: Job.objects.get(pk=job.id).ended, seconds=60)
    job.refresh_from_db()
    assert (job.state, job.problem, rounds_paired(row)) == (JobState.DONE, None, 1)


@pytest.fixture
def workers(transactional_db, tmp_path):
    """Starts workers of this test alone, on a queue of its own; each may be killed."""
    started = []
    queue = f"{settings.CELERY_TASK_DEFAULT_QUEUE}-killed"

    def start():
        log = tmp_path / f"worker-{len(started)}.log"
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "deploy",
            "worker",
            "-c",
            "1",
            "-Q",
            queue,
            "-l",
            "INFO",
        ]
        with log.open("w") as output:
            worker = subprocess.Popen(
                [
                    *command,
                    "--without-mingle",
                    "--without-gossip",
                    "-l",
                    "INFO",
                    "-n",
                    f"{queue}-{len(started)}@nigiri",
                ],
                cwd=ROOT,
                env=conftest._environment_of_the_test_database() | {"NIGIRI_LEASE_SECONDS": "5"},
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        started.append(worker)
        wait_until(lambda: "ready." in log.read_text() or worker.poll() is not None, seconds=60)
        assert worker.poll() is None, log.read_text()
        return worker

    yield queue, start
    for worker in started:
        stop(worker)


@contextmanager
def writers_held_up():
    """A worker computes its pairing, and waits before it may append."""
    address = conftest._environment_of_the_test_database()["DATABASE_URL"]
    with psycopg.connect(address) as holder:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [store.LOCK_KEY])
        yield
        holder.rollback()


def ended_or_free(job):
    """The dead worker's lease is over: nobody has the job, or somebody has done it since."""
    return Job.objects.get(pk=job.id).ended or due(timezone.now()).filter(pk=job.id).exists()


@pytest.mark.long  # a kill
def test_a_worker_killed_in_the_middle_leaves_the_round_to_the_next(workers):
    queue, start = workers
    row = a_tournament(players=PLAYERS)
    worker = start()
    with writers_held_up():  # before there is a job: the worker looks for some when it begins
        with transaction.atomic():
            job = start_pairing(str(row.id), PairRound(round=1), a_context())
            transaction.get_connection().run_on_commit.clear()  # sent below, to the queue of this test
        run.apply_async([str(job.id)], queue=queue)
        wait_until(lambda: Job.objects.filter(pk=job.id, done=3).exists(), seconds=60)
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    job.refresh_from_db()
    assert (job.state, rounds_paired(row)) == (JobState.RUNNING, 0)

    start()
    wait_until(lambda: ended_or_free(job), seconds=60)  # the next worker may have looked for it by itself
    run.apply_async([str(job.id)], queue=queue)
    wait_until(lambda: Job.objects.get(pk=job.id).ended, seconds=60)
    job.refresh_from_db()
    assert (job.state, job.problem, rounds_paired(row)) == (JobState.DONE, None, 1)
