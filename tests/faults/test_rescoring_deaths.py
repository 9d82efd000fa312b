"""Whoever rescores is killed in the middle, or told three times: games are judged once, within a minute."""

import os
import signal
import time
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest
from django.conf import settings
from django.db import connection, transaction

from games.log import store
from tests import conftest
from tests.conftest import wait_until
from tests.faults import many_games as hall
from tournaments.outbox.rows import Job, JobState
from tournaments.tasks import run

pytestmark = [
    pytest.mark.celery,
    pytest.mark.postgresql,
    pytest.mark.django_db(transaction=True),
    pytest.mark.long,  # kills
]
MINUTE = 60


@pytest.fixture
def queue():
    """Tasks of this process go to a queue of this test alone."""
    name = f"{settings.CELERY_TASK_DEFAULT_QUEUE}-rescoring"
    with conftest.tasks_for(name):
        yield name


@pytest.fixture
def start(queue, tmp_path):
    """Starts a worker; all that are alive are stopped after the test."""
    environment = {**conftest._environment_of_the_test_database(), "NIGIRI_NAME": queue}
    with ExitStack() as stack:
        logs = (tmp_path / f"worker-{number}.log" for number in range(10))
        yield lambda: stack.enter_context(hall.worker(environment, next(logs)))


@contextmanager
def in_the_middle(job):
    """The worker has committed some batches of the job and waits in the midst of the next."""
    for _ in range(1000):
        with transaction.atomic():
            store.acquire_write_lock()
            time.sleep(0.1)
            job.refresh_from_db()
            if job.done:
                assert (job.state, job.done < job.of) == (JobState.RUNNING, True)
                yield
                return
    pytest.fail("the worker does not begin")


def done_within_a_minute(job, games=hall.GAMES):
    wait_until(lambda: Job.objects.get(pk=job.pk).ended, seconds=MINUTE)
    job.refresh_from_db()
    assert (job.state, job.done, job.of, job.problem) == (JobState.DONE, games, games, None)


@pytest.mark.long
def test_a_child_of_the_worker_is_killed(start):
    row = hall.make()
    start()
    job = hall.change_length(row, 30)
    with in_the_middle(job):
        os.kill(int(job.leased_by.split("/")[1]), signal.SIGKILL)
    done_within_a_minute(job)
    hall.all_well(hall.told(row), 31)


def test_the_whole_worker_is_killed_and_another_started(start):
    row = hall.make()
    worker = start()
    job = hall.change_length(row, 30)
    with in_the_middle(job):
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    start()
    done_within_a_minute(job)
    hall.all_well(hall.told(row), 31)


@pytest.mark.long
def test_a_worker_that_is_asked_to_stop_ends_its_turn_and_leaves_the_rest_to_others(start):
    row = hall.make()
    worker = start()
    job = hall.change_length(row, 30)
    with in_the_middle(job):
        worker.terminate()
    assert worker.wait(timeout=MINUTE) == 0
    left = Job.objects.get(pk=job.pk)
    assert (left.state in (JobState.QUEUED, JobState.DONE), left.leased_by, left.failures) == (True, "", 0)
    assert job.done < left.done
    start()
    done_within_a_minute(job)
    hall.all_well(hall.told(row), 31)


def test_every_task_is_delivered_three_times(start):
    games = 45  # more than a first batch
    row = hall.make(games)
    start()
    job = hall.change_length(row, 30)
    for _ in range(2):
        run.delay(str(job.pk))
    done_within_a_minute(job, games)
    hall.all_well(hall.told(row), 31, games)


@pytest.mark.long
def test_limits_are_changed_five_times_in_a_second(start):
    row = hall.make()
    start()
    jobs = [hall.change_length(row, length) for length in (30, 29, 28, 27, 26)]
    done_within_a_minute(jobs[-1])
    for job, newer in pairwise(jobs):
        job.refresh_from_db()
        assert (job.state, job.newer) in ((JobState.OVERTAKEN, newer.pk), (JobState.DONE, None))
    assert JobState.OVERTAKEN in {job.state for job in jobs}
    hall.all_well(hall.told(row), 27)


@pytest.mark.long
def test_all_connections_to_the_database_are_cut(start):
    row = hall.make()
    start()
    job = hall.change_length(row, 30)
    with in_the_middle(job), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    done_within_a_minute(job)
    hall.all_well(hall.told(row), 31)
