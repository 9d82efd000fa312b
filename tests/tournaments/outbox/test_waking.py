"""The sender thread of a club's server, and the tasks that the schedule sends to workers."""

import pytest
from celery.signals import worker_ready

from tests.builders import a_message, a_webhook
from tests.conftest import wait_until
from tests.tournaments.outbox.test_running import a_job
from tournaments.outbox import waking
from tournaments.outbox.rows import JobState


def test_thread_works_at_start_when_woken_and_after_an_error():
    times = []

    def work():
        times.append(len(times))
        if len(times) == 2:
            raise ValueError

    thread = waking.Background("test", work, 3600)
    thread.begin()
    for number in (1, 2, 3):
        wait_until(lambda number=number: len(times) == number)
        thread.wake()
    wait_until(lambda: len(times) >= 4)
    thread.end()
    thread.wake()
    assert len(times) == 4


@pytest.mark.django_db
def test_sweep_sends_one_task_per_job_or_endpoint_until_the_queue_fails(monkeypatch):
    first, second = a_job(), a_job()
    a_job(state=JobState.DONE)
    endpoint = a_webhook()
    message, _ = a_message(endpoint), a_message(endpoint)
    sent = []
    monkeypatch.setattr(waking, "send_task", lambda _task, job_id, **_: sent.append(job_id) or True)
    waking.sweep()
    assert set(sent) == {str(first.pk), str(second.pk), str(message.pk)}
    sent.clear()
    monkeypatch.setattr(waking, "send_task", lambda _task, job_id, **_: sent.append(job_id))
    waking.sweep()
    assert len(sent) == 1


def test_worker_looks_for_jobs_as_soon_as_it_is_ready(monkeypatch):
    sent = []
    monkeypatch.setattr(waking, "send_task", lambda name, **_: sent.append(name))
    worker_ready.send(sender=None)
    assert sent == [waking.SWEEP]
