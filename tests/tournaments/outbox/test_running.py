"""Execution of jobs: leases, failure, cancellation and shutdown."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament
from tests.faults.test_two_directors import at_once
from tournaments.jobs import commands
from tournaments.jobs.rescoring import LEAST, MOST, next_batch_size
from tournaments.outbox import running, stopping
from tournaments.outbox.rows import ENDED, Job, JobState
from tournaments.outbox.running import LEASE, TURN, WAITS, run_due, run_job

pytestmark = pytest.mark.django_db
COUNT = "count"


@pytest.fixture(autouse=True)
def counted():
    """A kind of job that counts to its ``of``; ``during`` is called before each step."""
    steps = []

    def count(run):
        while Job.objects.get(pk=run.job.pk).done < run.job.params["of"]:
            steps.append(run.job.pk)
            during.get("step", lambda _run: None)(run)
            run.report(further=1, of=run.job.params["of"])
            if run.is_turn_over:
                return False
        return True

    during = {}
    running.kind(COUNT)(count)
    yield steps, during
    del running.KINDS[COUNT]
    stopping.clear_stop()


def a_job(of=3, **columns):
    values = {"id": uuid4(), "kind": COUNT, "tournament_id": uuid4(), "params": {"of": of}, "actor": "tester"}
    asked = columns.pop("asked_at", NOW)
    return Job.objects.create(**{**values, "asked_at": asked, "due_at": asked, **columns})


def now():
    return datetime.now(UTC)


def told(job):
    job.refresh_from_db()
    return (job.state, job.done)


def test_runs_job_to_completion():
    job = a_job()
    assert run_job(job.pk) is None
    assert told(job) == (JobState.DONE, 3)
    assert (job.of, job.attempts, job.leased_by) == (3, 0, "")
    assert job.begun_at < job.ended_at


def test_second_runner_does_not_run_a_running_job(counted):
    steps, during = counted
    job = a_job()
    during["step"] = lambda _run: run_job(job.pk)
    run_job(job.pk)
    assert (told(job), len(steps)) == ((JobState.DONE, 3), 3)


@pytest.mark.django_db(transaction=True)
def test_only_one_of_ten_concurrent_runners_runs_the_job(counted):
    steps, _ = counted
    for _ in range(10):
        job = a_job(of=1)
        at_once(*[lambda job=job: run_job(job.pk)] * 10)
        assert told(job) == (JobState.DONE, 1)
    assert len(steps) == 10


def test_runner_with_expired_lease_changes_nothing(counted):
    steps, during = counted
    job = a_job()

    def take_over(_run):
        if len(steps) == 1:
            run_job(job.pk, lambda: now() + 2 * LEASE)

    during["step"] = take_over
    run_job(job.pk)
    assert (told(job), len(steps)) == ((JobState.DONE, 3), 4)


def test_rate_and_remaining_time_are_those_of_the_current_run():
    job = a_job(of=6, done=2)
    clock = iter([NOW, NOW, NOW + timedelta(seconds=10), NOW + TURN, NOW + TURN, NOW + TURN])
    run_job(job.pk, lambda: next(clock))
    job.refresh_from_db()
    assert (job.done, job.rate) == (3, pytest.approx(1 / 10))
    assert job.seconds_left == pytest.approx(30)


@pytest.mark.parametrize("state", ENDED)
def test_finished_job_is_not_run(state, counted):
    run_job(a_job(state=state).pk)
    assert counted[0] == []


def test_cancelled_job_stops_after_its_batch(counted):
    steps, during = counted
    job = a_job(of=100)
    during["step"] = lambda _run: len(steps) == 2 and commands.cancel(job, now())
    run_job(job.pk)
    assert told(job) == (JobState.CANCELLED, 1)
    assert len(steps) == 2


def test_cancelled_job_resumes_where_it_stopped(counted):
    job = a_job(state=JobState.CANCELLED, done=2, ended_at=NOW)
    commands.retry(job)
    assert (job.state, job.ended_at) == (JobState.QUEUED, None)
    run_job(job.pk)
    assert told(job) == (JobState.DONE, 3)
    assert len(counted[0]) == 1


def test_cancelling_twice_changes_nothing_more():
    job = a_job()
    assert commands.cancel(job, NOW) == commands.cancel(job, NOW)
    assert commands.retry(job).state == commands.retry(job).state == JobState.QUEUED


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED, JobState.OVERTAKEN])
def test_rejects_cancelling_a_finished_job(state):
    with pytest.raises(Refusal) as refused:
        commands.cancel(a_job(state=state), NOW)
    assert (refused.value.code, refused.value.facts) == ("job_ended", {"state": state})


@pytest.mark.parametrize("state", [JobState.DONE, JobState.OVERTAKEN])
def test_rejects_rerunning_a_completed_job(state):
    with pytest.raises(Refusal) as refused:
        commands.retry(a_job(state=state))
    assert refused.value.code == "job_not_failed"


def test_shutdown_releases_the_job_at_once(counted):
    _, during = counted
    job = a_job()
    during["step"] = lambda _run: stopping.request_stop()
    assert run_job(job.pk) is None
    assert told(job) == (JobState.QUEUED, 1)
    assert (job.leased_by, job.failures, job.attempts) == ("", 0, 0)
    assert run_due() == 0
    stopping.clear_stop()
    during.clear()
    assert run_due() == 1
    assert told(job) == (JobState.DONE, 3)


def test_job_yields_to_others_after_its_time_slice():
    job = a_job()
    clock = iter([NOW, NOW, NOW, NOW, NOW + TURN, NOW + TURN, NOW + TURN])
    assert run_job(job.pk, lambda: next(clock)) == job.pk
    state, done = told(job)
    assert (state, 0 < done < 3) == (JobState.QUEUED, True)


def test_job_fails_after_repeated_process_deaths(counted):
    _, during = counted
    job, clock = a_job(), [NOW]

    def die(_run):
        raise KeyboardInterrupt

    during["step"] = die
    for _ in range(len(WAITS) + 1):
        with pytest.raises(KeyboardInterrupt):
            run_job(job.pk, lambda: clock[-1])
        assert run_job(job.pk, lambda: clock[-1]) is None
        assert told(job) == (JobState.RUNNING, 0)
        clock.append(clock[-1] + LEASE)
    run_job(job.pk, lambda: clock[-1])
    assert told(job) == (JobState.FAILED, 0)
    assert job.problem["code"] == "worker_lost"


def test_counts_runs_that_the_death_of_a_worker_interrupted(counted):
    _, during = counted
    job, at = a_job(), NOW

    def die(run):
        if run.job.done == 0 and run.job.attempts == 1:
            raise KeyboardInterrupt

    during["step"] = die
    with pytest.raises(KeyboardInterrupt):
        run_job(job.pk, lambda: at)
    at += LEASE
    run_job(job.pk, lambda: at)
    assert (*told(job), job.failures, job.problem) == (JobState.DONE, 3, 1, None)


def test_job_of_a_later_version_is_left_to_its_workers():
    job = a_job(kind="unheard-of")
    assert run_job(job.pk) is None
    assert run_due() == 0
    assert (*told(job), job.attempts) == (JobState.QUEUED, 0, 0)


def test_job_of_another_installation_is_a_warning(caplog):
    assert run_job(uuid4()) is None
    assert "NIGIRI_NAME" in caplog.text


def test_sweep_runs_due_jobs_and_skips_waiting_or_running_ones():
    queued, lost = a_job(), a_job(state=JobState.RUNNING, leased_by="x", due_at=now())
    waiting = a_job(due_at=now() + timedelta(hours=1))
    held = a_job(state=JobState.RUNNING, leased_by="y", due_at=now() + timedelta(hours=1))
    assert run_due() == 2
    assert [told(job)[0] for job in (queued, lost)] == [JobState.DONE] * 2
    assert [told(job)[0] for job in (waiting, held)] == [JobState.QUEUED, JobState.RUNNING]


@pytest.mark.parametrize(
    ("done", "seconds", "size"), [(20, 0.1, 80), (20, 2, 10), (20, 60, LEAST), (500, 0.1, MOST), (1, 0.1, 10)]
)
def test_batch_size_fits_one_second(done, seconds, size):
    assert next_batch_size(done, timedelta(seconds=seconds)) == size


def test_repeated_request_creates_one_job():
    row, context = a_tournament(players=2), a_context()
    first = commands.create_job(COUNT, row.id, {"of": 1}, context)
    assert commands.create_job(COUNT, row.id, {"of": 1}, context) == first
    assert Job.objects.count() == 1
