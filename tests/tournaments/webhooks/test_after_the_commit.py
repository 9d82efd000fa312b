"""Messages are sent after the commit by a club's server or a worker, and by the sweep after a crash."""

import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import uuid4

import pytest
from django.conf import settings as configured
from django.db import connection, transaction
from django.utils import timezone

from games.log.unit_of_work import Context
from tests import conftest
from tests.builders import a_message, a_tournament, a_webhook, an_organisation, messages, pair
from tests.conftest import ROOT, wait_until
from tests.tournaments.webhooks.receiver import receiving, says
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.declarations import News
from tournaments.domain.results import RecordResult
from tournaments.outbox import waking
from tournaments.outbox.rows import JobState
from tournaments.outbox.running import run_due, run_job
from tournaments.tables.rows import PairingRow
from tournaments.webhooks.posting import SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


def record(row):
    game = str(PairingRow.objects.filter(tournament=row).first().game_id)
    context = Context(actor="tester", command_id=uuid4(), at=timezone.now())
    return carry_out(str(row.id), RecordResult(game_id=game, result=Result(winner=Winner.BLACK)), context)


@pytest.fixture(autouse=True)
def _private(settings):
    settings.WEBHOOK_PRIVATE = True


@pytest.fixture
def _served(settings):
    """A club's server: no queue, and a thread that sends."""
    settings.CELERY_BROKER_URL = ""
    waking.THREAD.begin()
    yield
    waking.THREAD.end(30)


def states():
    return list(messages().order_by("sequence").values_list("state", flat=True))


@pytest.mark.usefixtures("_served")
class TestClubServer:
    def test_result_is_sent_after_the_commit_only(self, receiver, row):
        a_webhook(url=receiver.url, kinds=[News.RESULT])
        with transaction.atomic():
            record(row)
            assert (messages().count(), receiver.got) == (1, [])
        wait_until(lambda: states() == [JobState.DONE])
        assert receiver.ids == [str(messages().get().id)]

    def test_rolled_back_event_is_not_sent(self, receiver, row):
        a_webhook(url=receiver.url)
        with transaction.atomic():
            record(row)
            transaction.set_rollback(True)
        waking.wake(uuid4())
        waking.THREAD.end(30)
        assert receiver.got == []

    def test_hanging_receiver_does_not_delay_results(self, row):
        with hanging() as (stuck, release):
            a_webhook(url=stuck.url, kinds=[News.RESULT])
            record(row)
            wait_until(lambda: stuck.got)
            assert PairingRow.objects.filter(winner=Winner.BLACK).count() == 1
            assert states() == [JobState.RUNNING]
            release()
            wait_until(lambda: states() == [JobState.DONE])

    def test_hanging_receiver_delays_others_by_one_timeout(self, receiver):
        with hanging() as (stuck, _):
            slow, quick = a_webhook(url=stuck.url), a_webhook(url=receiver.url)
            for _ in range(5):
                a_message(slow, timezone.now())
            waking.wake(slow.messages.first().id)
            wait_until(lambda: stuck.got)
            for _ in range(5):
                a_message(quick, timezone.now())
            wait_until(lambda: len(receiver.got) == 5, seconds=2 * SECONDS)
            assert len(stuck.got) == 1


@contextmanager
def hanging():
    """A receiver that answers nobody until it is told to, or the block ends."""
    release = threading.Event()

    def hangs(handler):
        release.wait(30)
        says(200)(handler)

    with receiving() as stuck:
        stuck.answers = [hangs]
        try:
            yield stuck, release.set
        finally:
            release.set()


def test_two_processes_send_to_an_endpoint_one_at_a_time(receiver):
    with ThreadPoolExecutor() as pool, hanging() as (stuck, release):
        slow = a_webhook(url=stuck.url)
        first, second = (a_message(slow, timezone.now()) for _ in range(2))
        running = pool.submit(ran, first)
        wait_until(lambda: stuck.got)
        assert ran(second) is None
        assert states() == [JobState.RUNNING, JobState.QUEUED]
        release()
        assert running.result() == second.id


def ran(message):
    try:
        return run_job(message.id)
    finally:
        connection.close()


DIES = """
import os, signal, sys, django
django.setup()
from uuid import uuid4
from django.db import transaction
from django.utils import timezone
from games.log.unit_of_work import Context
from tournaments.commands import carry_out
from tournaments.domain.results import RecordResult
from tournaments.competition.history import Result, Winner

with transaction.atomic():
    # The first to hear of the commit.
    transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))
    context = Context(actor="tester", command_id=uuid4(), at=timezone.now())
    carry_out(sys.argv[1], RecordResult(game_id=sys.argv[2], result=Result(winner=Winner.BLACK)), context)
"""


def on_the_test_database(tmp_path):
    """The environment of a process that works on the database of this test."""
    kept = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.settings", "NIGIRI_WEBHOOK_PRIVATE": "true"}
    if connection.vendor == "postgresql":
        return {**kept, **conftest._environment_of_the_test_database()}
    (tmp_path / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    return {**kept, "NIGIRI_DATA": str(tmp_path)}


def test_crash_between_commit_and_sending_loses_nothing(receiver, row, tmp_path):
    a_webhook(url=receiver.url, kinds=[News.RESULT])
    game = str(PairingRow.objects.first().game_id)
    command = [sys.executable, "-c", DIES, str(row.id), game]
    environment = on_the_test_database(tmp_path)
    died = subprocess.run(command, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert died.returncode == -signal.SIGKILL, died.stderr
    assert PairingRow.objects.get(game_id=game).winner == Winner.BLACK
    assert (states(), receiver.got) == ([JobState.QUEUED], [])
    assert run_due() >= 1
    assert receiver.ids == [str(messages().get().id)]


@pytest.fixture
def worker_at_home(transactional_db, tmp_path):
    """A Celery worker that may reach this machine, on a queue of its own."""
    from tests.services import stop

    name = f"{configured.CELERY_TASK_DEFAULT_QUEUE}-webhooks"
    log = tmp_path / "log"
    command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "-c", "1", "-l", "INFO"]
    with log.open("w") as output:
        worker = subprocess.Popen(
            [*command, "--without-mingle", "--without-gossip", "-n", f"{name}@nigiri"],
            cwd=ROOT,
            env={**on_the_test_database(tmp_path), "NIGIRI_NAME": name},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    wait_until(lambda: "ready." in log.read_text() or worker.poll() is not None, seconds=60)
    assert worker.poll() is None, log.read_text()
    yield name
    stop(worker)


@pytest.mark.celery
@pytest.mark.postgresql
def test_worker_sends_and_retries(receiver, row, worker_at_home):
    receiver.answers = [says(500), says(200)]
    a_webhook(url=receiver.url, kinds=[News.RESULT])
    with conftest.tasks_for(worker_at_home):
        record(row)
    wait_until(lambda: receiver.got, seconds=60)
    wait_until(lambda: messages().get().due_at <= timezone.now(), seconds=60)
    with conftest.tasks_for(worker_at_home):
        waking.sweep()
    wait_until(lambda: states() == [JobState.DONE], seconds=60)
    assert receiver.ids == [str(messages().get().id)] * 2


@pytest.mark.celery
@pytest.mark.postgresql
@pytest.mark.long  # limits in seconds
def test_hanging_receiver_blocks_a_single_worker_for_one_timeout(receiver, row, worker_at_home):
    with hanging() as (stuck, _), conftest.tasks_for(worker_at_home):
        a_webhook(url=stuck.url, kinds=[News.RESULT])
        record(row)
        wait_until(lambda: stuck.got, seconds=60)
        other = a_tournament(players=4, slug="other", organisation=an_organisation("away"))
        pair(other, 1)
        a_webhook(an_organisation("away"), url=receiver.url, kinds=[News.RESULT])
        record(other)
        wait_until(lambda: receiver.got, seconds=2 * SECONDS)
        assert len(stuck.got) == 1
