"""Who runs a job, and what becomes of one whose holder dies, fails, is called off or is asked to stop."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from prometheus_client import generate_latest

from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament
from tests.faults.test_two_directors import at_once
from tournaments.jobs import commands, running, stopping
from tournaments.jobs.leases import LEASE, Lost, take
from tournaments.jobs.metrics import REGISTRY
from tournaments.jobs.rescoring import LEAST, MOST, next_batch_size
from tournaments.jobs.rows import ENDED, Job, JobState
from tournaments.jobs.running import MOST_ATTEMPTS, TURN, run_due, run_job, seconds_left

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
            if run.over:
                return False
        return True

    during = {}
    running.KINDS[COUNT] = count
    yield steps, during
    del running.KINDS[COUNT]
    stopping.forget()


def a_job(of=3, **columns):
    values = {"id": uuid4(), "kind": COUNT, "tournament_id": uuid4(), "params": {"of": of}, "actor": "tester"}
    return Job.objects.create(**{**values, "asked_at": NOW, **columns})


def now():
    return datetime.now(UTC)


def told(job):
    job.refresh_from_db()
    return (job.state, job.done)


def test_a_job_is_run_to_its_end_and_its_lease_given_back(counted):
    job = a_job()
    assert run_job(job.pk) is False
    assert told(job) == (JobState.DONE, 3)
    assert (job.of, job.batches, job.leased_by, job.leased_until) == (3, 3, "", None)
    assert job.begun_at < job.ended_at


def test_only_one_holds_it():
    job = a_job()
    first = take(job.pk, NOW)
    assert take(job.pk, NOW + LEASE - timedelta(seconds=1)) is None
    assert told(job) == (JobState.RUNNING, 0)
    second = take(job.pk, NOW + LEASE)
    with pytest.raises(Lost):
        first.beat(NOW)
    second.beat(NOW)


def test_a_sign_of_life_keeps_the_others_away_and_is_progress_only_with_steps():
    job = a_job()
    lease = take(job.pk, NOW)
    lease.beat(NOW + LEASE)
    assert take(job.pk, NOW + LEASE) is None
    job.refresh_from_db()
    assert (job.attempts, job.rate) == (1, None)
    lease.beat(NOW + LEASE, further=2, of=6)
    job.refresh_from_db()
    assert (job.attempts, job.done, job.batches) == (0, 2, 1)
    assert job.rate == pytest.approx(2 / LEASE.total_seconds())
    assert job.seconds_left == pytest.approx(2 * LEASE.total_seconds())


@pytest.mark.parametrize("state", ENDED)
def test_what_has_ended_is_not_taken(state):
    assert take(a_job(state=state).pk, NOW) is None


def test_a_job_that_is_called_off_in_the_middle_stops_after_its_batch(counted):
    steps, during = counted
    job = a_job(of=100)
    during["step"] = lambda _run: len(steps) == 2 and commands.cancel(job, now())
    run_job(job.pk)
    assert told(job) == (JobState.CANCELLED, 1)
    assert len(steps) == 2


def test_what_is_called_off_can_be_run_again_from_where_it_came_to(counted):
    job = a_job(state=JobState.CANCELLED, done=2, ended_at=NOW)
    commands.retry(job)
    assert (job.state, job.ended_at) == (JobState.QUEUED, None)
    run_job(job.pk)
    assert told(job) == (JobState.DONE, 3)
    assert len(counted[0]) == 1


def test_twice_is_once():
    job = a_job()
    assert commands.cancel(job, NOW) == commands.cancel(job, NOW)
    assert commands.retry(job).state == commands.retry(job).state == JobState.QUEUED


@pytest.mark.parametrize("state", [JobState.DONE, JobState.FAILED, JobState.OVERTAKEN])
def test_what_has_ended_is_not_called_off(state):
    with pytest.raises(Refusal) as refused:
        commands.cancel(a_job(state=state), NOW)
    assert (refused.value.code, refused.value.facts) == ("job_ended", {"state": state})


@pytest.mark.parametrize("state", [JobState.DONE, JobState.OVERTAKEN])
def test_what_is_done_is_not_run_again(state):
    with pytest.raises(Refusal) as refused:
        commands.retry(a_job(state=state))
    assert refused.value.code == "job_not_failed"


def test_a_program_that_is_asked_to_stop_gives_the_job_back_at_once(counted):
    _, during = counted
    job = a_job()
    during["step"] = lambda _run: stopping.ask()
    assert run_job(job.pk) is False
    assert told(job) == (JobState.QUEUED, 1)
    assert (job.leased_by, job.failures, job.attempts) == ("", 0, 0)
    assert run_due() == 0
    stopping.forget()
    during.clear()
    assert run_due() == 1
    assert told(job) == (JobState.DONE, 3)


def test_after_a_minute_the_others_have_their_turn(counted):
    job = a_job()
    clock = iter([NOW, NOW, NOW, NOW, NOW + TURN, NOW + TURN, NOW + TURN])
    assert run_job(job.pk, lambda: next(clock)) is True
    state, done = told(job)
    assert (state, 0 < done < 3) == (JobState.QUEUED, True)


def test_a_holder_that_dies_again_and_again_leaves_the_job_dead():
    job, at = a_job(), NOW
    for _ in range(MOST_ATTEMPTS):
        assert take(job.pk, at) is not None
        at += LEASE
    run_job(job.pk, lambda: at)
    assert told(job) == (JobState.FAILED, 0)
    assert job.problem["code"] == "worker_lost"


def test_a_kind_that_nobody_knows_fails_with_its_error():
    job = a_job(kind="unheard-of", attempts=MOST_ATTEMPTS - 1)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.problem["error"]) == (JobState.FAILED, "KeyError: 'unheard-of'")


def test_the_sweep_runs_what_is_free_and_leaves_what_rests_or_is_held(counted):
    queued, dead = a_job(), a_job(state=JobState.RUNNING, leased_by="x", leased_until=now())
    resting = a_job(leased_until=now() + timedelta(hours=1))
    held = a_job(state=JobState.RUNNING, leased_by="y", leased_until=now() + timedelta(hours=1))
    assert run_due() == 2
    assert [told(job)[0] for job in (queued, dead)] == [JobState.DONE] * 2
    assert [told(job)[0] for job in (resting, held)] == [JobState.QUEUED, JobState.RUNNING]
    assert 3500 < seconds_left(now()) <= 3600


def test_nothing_is_due_where_all_has_ended():
    a_job(state=JobState.DONE)
    assert seconds_left(NOW) is None
    a_job()
    assert seconds_left(NOW) == 0


@pytest.mark.parametrize(
    ("done", "seconds", "size"), [(20, 0.1, 80), (20, 2, 10), (20, 60, LEAST), (500, 0.1, MOST), (1, 0.1, 10)]
)
def test_a_batch_is_as_large_as_a_second_takes(done, seconds, size):
    assert next_batch_size(done, timedelta(seconds=seconds)) == size


def test_prometheus_reads_the_rows():
    a_job(failures=2)
    a_job(state=JobState.RUNNING, done=7, batches=3, leased_at=now() - timedelta(seconds=5))
    page = generate_latest(REGISTRY).decode()
    for line in (
        'nigiri_jobs{state="queued"} 1.0',
        'nigiri_jobs{state="running"} 1.0',
        'nigiri_jobs{state="failed"} 0.0',
        'nigiri_job_steps_total{kind="count"} 7.0',
        'nigiri_job_batches_total{kind="count"} 3.0',
        'nigiri_job_failures_total{kind="count"} 2.0',
    ):
        assert line in page.splitlines()
    age = float(page.split("\nnigiri_job_lease_seconds ")[1].split()[0])
    assert 5 <= age < 60


@pytest.mark.django_db(transaction=True)
def test_of_ten_at_once_one_takes_it():
    for _ in range(20):
        job = a_job()
        taken = at_once(*[lambda job=job: take(job.pk, NOW)] * 10)
        assert sum(lease is not None for lease in taken) == 1


def test_asking_twice_makes_one_job():
    row, context = a_tournament(players=2), a_context()
    first = commands.ask(COUNT, row.id, {"of": 1}, context)
    assert commands.ask(COUNT, row.id, {"of": 1}, context) == first
    assert Job.objects.count() == 1
