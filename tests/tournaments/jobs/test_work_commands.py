"""``manage.py work`` and ``manage.py rescore``: operation without a queue, and interruption."""

import json
import os
import signal
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests import conftest
from tests.builders import a_context
from tests.conftest import ROOT, wait_until
from tests.faults import many_games as hall
from tournaments.limits import count_waiting, rescore_some
from tournaments.management.commands import rescore
from tournaments.outbox import stopping, waking
from tournaments.outbox.rows import Job, JobState

GAMES = 30


@pytest.fixture
def row():
    return hall.make(GAMES)


def answered(*arguments):
    """(exit status, answer) of a command."""
    out = StringIO()
    try:
        call_command(*arguments, "--json", stdout=out)
    except SystemExit as ended:
        return ended.code, json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


@pytest.mark.django_db
def test_dry_run_counts_and_writes_nothing(row):
    job = hall.change_length(row, 30)
    told = {"left_before": GAMES, "rescored": 0, "left": GAMES}
    assert answered("rescore", "open", "--dry-run") == (0, told)
    job.refresh_from_db()
    assert (job.state, count_waiting(str(row.pk))) == (JobState.QUEUED, GAMES)


@pytest.mark.django_db
def test_manual_rescoring_completes_the_waiting_job(row):
    job = hall.change_length(row, 30)
    told = {"left_before": GAMES, "rescored": GAMES, "left": 0}
    assert answered("rescore", "open") == (0, told)
    job.refresh_from_db()
    assert job.state == JobState.DONE
    hall.all_well(hall.told(row), 31, GAMES)
    assert answered("rescore", "open") == (0, {"left_before": 0, "rescored": 0, "left": 0})


@pytest.mark.django_db
def test_interrupt_stops_after_the_batch_and_next_call_continues(row, monkeypatch):
    hall.change_length(row, 30)
    rescore_some = rescore.rescore_some

    def interrupted(*arguments, **options):
        done = rescore_some(*arguments, **options)
        os.kill(os.getpid(), signal.SIGINT)
        return done

    monkeypatch.setattr(rescore, "rescore_some", interrupted)
    told = {"left_before": GAMES, "rescored": 20, "left": GAMES - 20}
    assert answered("rescore", "open") == (1, told)
    monkeypatch.undo()
    assert not stopping.should_stop()
    told = {"left_before": GAMES - 20, "rescored": GAMES - 20, "left": 0}
    assert answered("rescore", "open") == (0, told)
    hall.all_well(hall.told(row), 31, GAMES)


@pytest.mark.django_db
def test_rejects_unknown_tournament():
    with pytest.raises(CommandError) as error:
        call_command("rescore", "nowhere")
    assert error.value.returncode == 1


@pytest.mark.django_db
def test_once_runs_due_jobs(row):
    job = hall.change_length(row, 30)
    status, answer = answered("work", "--once")
    assert status == 0
    assert answer["runs"] >= 1  # mails to the players may be due too
    job.refresh_from_db()
    assert (job.state, job.done) == (JobState.DONE, GAMES)
    assert answered("work", "--once") == (0, {"runs": 0})


@pytest.mark.django_db
def test_progress_begins_after_the_games_of_a_run_that_died_before_its_report(row):
    job = hall.change_length(row, 30)
    Job.objects.filter(pk=job.pk).update(of=GAMES)
    rescore_some(str(row.pk), a_context(), limit=20)
    answered("work", "--once")
    job.refresh_from_db()
    assert (job.done, job.of, job.leased_from) == (GAMES, GAMES, 20)


@pytest.fixture
def _nobody_else(monkeypatch):
    """No task is sent."""
    monkeypatch.setattr(waking, "wake", lambda *_: None)


def environment(tmp_path):
    """Of a process that works on the database of this test."""
    kept = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.settings", "NIGIRI_SWEEP_SECONDS": "2"}
    if connection.vendor == "postgresql":
        return {**kept, **conftest._environment_of_the_test_database()}
    (tmp_path / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    return {**kept, "NIGIRI_DATA": str(tmp_path)}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_nobody_else")
def test_forever_finds_later_jobs_and_stops_on_signal(row, tmp_path):
    command = [sys.executable, "manage.py", "work", "--forever", "--json"]
    answer, log = tmp_path / "answer", tmp_path / "log"
    with answer.open("w") as out, log.open("w") as err:
        worker = subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), stdout=out, stderr=err)
        try:
            for length in (30, 29):
                job = Job.objects.get(pk=hall.change_length(row, length).pk)
                wait_until(lambda job=job: Job.objects.get(pk=job.pk).ended or worker.poll(), seconds=60)
                assert Job.objects.get(pk=job.pk).state == JobState.DONE, log.read_text()
        finally:
            worker.terminate()
            worker.wait(timeout=30)
    assert worker.returncode == 0, log.read_text()
    assert json.loads(answer.read_text())["runs"] >= 1
