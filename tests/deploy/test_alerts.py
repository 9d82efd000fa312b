"""Each alert is made to go off by its fault, and no other with it; those of servers: tests/faults."""

import json
import re
from datetime import timedelta
from typing import NamedTuple
from uuid import uuid4

import pytest
from django.contrib.auth import authenticate
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

import deploy.watching.metrics
from games.log import append_only, upkeep, verification
from games.log.tables import Event, ProjectionPosition
from tests.alerting import RULES, fire, needs_promtool
from tests.builders import a_tournament
from tests.conftest import ROOT
from tests.tournaments.outbox.test_running import a_job
from tournaments.jobs.commands import PAIR
from tournaments.notices.notifying import NOTIFY
from tournaments.outbox.rows import JobState

DASHBOARD = ROOT / "deploy" / "watching" / "dashboard.json"
NAMED = re.compile(r"\b(?:nigiri|django|process)_[a-z_]+\b")


class Usage(NamedTuple):
    free: float


@pytest.fixture
def scrape(db, client, settings):
    """The page of metrics, without the thousands of lines of what earlier tests requested."""
    forget_measurements()
    settings.METRICS_TOKEN = "of the test"

    def scraped():
        response = client.get("/metrics", headers={"Authorization": "Bearer of the test"})
        assert response.status_code == 200
        return response.content.decode()

    return scraped


@pytest.fixture
def well(scrape, client, monkeypatch):
    """A server that lacks nothing and has answered before, so that no page is slow for being the first."""
    a_tournament(players=2)
    for page in ("/", "/tournaments/open/"):
        assert client.get(page).status_code == 200
    on_disk(monkeypatch, 50e9)
    for name in (upkeep.VERIFY, upkeep.BACKUP):
        upkeep.record_run(name, timezone.now(), good=True, said="")
    return scrape()


def forget_measurements():
    for metric in set(REGISTRY._names_to_collectors.values()):
        if isinstance(metric, MetricWrapperBase):
            metric.clear()


def on_disk(monkeypatch, free):
    monkeypatch.setattr(deploy.watching.metrics.shutil, "disk_usage", lambda _: Usage(free))


@needs_promtool
def test_where_all_is_well_none_goes_off(well, scrape, client):
    client.get("/")
    fire(well, scrape(), set())


@needs_promtool
def test_a_server_that_does_not_answer(well):
    fire(well, None, {"NigiriDown"})


@needs_promtool
def test_a_disk_that_is_nearly_full(well, scrape, monkeypatch):
    on_disk(monkeypatch, 0.9e9)
    fire(well, scrape(), {"NigiriDiskNearlyFull"})


@needs_promtool
def test_a_disk_that_is_full(well, scrape, monkeypatch):
    on_disk(monkeypatch, 1e6)
    monkeypatch.setattr("deploy.watching.checks.was_full_recently", lambda: True)
    fire(well, scrape(), {"NigiriDiskNearlyFull", "NigiriCannotWrite"})


@needs_promtool
def test_a_job_that_nobody_takes(well, scrape):
    a_job(asked_at=timezone.now() - timedelta(minutes=5))
    fire(well, scrape(), {"NigiriJobsUndone"})


@needs_promtool
def test_jobs_that_wait_long_for_their_turn(well, scrape):
    now = timezone.now()
    a_job(kind=PAIR, asked_at=now - timedelta(minutes=20))
    a_job(kind=PAIR, asked_at=now, state=JobState.RUNNING, due_at=now + timedelta(minutes=1))
    fire(well, scrape(), {"NigiriJobsWaitLong"})


@needs_promtool
def test_a_job_whose_worker_has_died_is_overdue_only_later(well, scrape):
    long_ago, now = timezone.now() - timedelta(hours=5), timezone.now()
    a_job(asked_at=long_ago, state=JobState.RUNNING, due_at=now - timedelta(seconds=5))
    fire(well, scrape(), set())


@needs_promtool
def test_a_job_that_was_given_up(well, scrape):
    a_job(kind=PAIR, state=JobState.FAILED)
    fire(well, scrape(), {"NigiriJobFailed"})


@needs_promtool
def test_notices_that_nobody_sends(well, scrape):
    """While a worker is at another job; where none runs, its alert goes off too."""
    now = timezone.now()
    a_job(kind=NOTIFY, asked_at=now - timedelta(minutes=20))
    a_job(kind=PAIR, asked_at=now, state=JobState.RUNNING, due_at=now + timedelta(minutes=1))
    fire(well, scrape(), {"NigiriOutboxLate"})


@needs_promtool
def test_an_event_that_was_altered(well, scrape):
    append_only.remove()
    Event.objects.filter(pk=Event.objects.latest("position").pk).update(actor="somebody")
    verification.verify_and_record(timezone.now())
    fire(well, scrape(), {"NigiriLogAltered"})


@needs_promtool
def test_a_log_that_is_neither_verified_nor_copied(well, scrape):
    for name in (upkeep.VERIFY, upkeep.BACKUP):
        upkeep.record_run(name, timezone.now() - timedelta(hours=49), good=True, said="")
    fire(well, scrape(), {"NigiriNotVerified", "NigiriNoBackup"})


@needs_promtool
def test_tables_that_are_behind_the_log(well, scrape):
    ProjectionPosition.objects.update(position=1)
    fire(well, scrape(), {"NigiriTablesBehind"})


@needs_promtool
def test_a_fault_of_ours(well, scrape, client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.web.settings.tiebreaks.render", None)
    assert client.get("/tiebreaks/").status_code == 500
    fire(well, scrape(), {"NigiriServerErrors"})


@needs_promtool
def test_answers_that_take_long(well, scrape, client, monkeypatch):
    """By a clock that runs ahead."""
    with monkeypatch.context() as patched:
        patched.setattr("django_prometheus.middleware.TimeSince", lambda _: 8.0)
        assert client.get("/tournaments/open/").status_code == 200
    fire(well, scrape(), {"NigiriSlow"})


@needs_promtool
def test_somebody_who_guesses_at_passwords(well, scrape):
    for _ in range(51):
        authenticate(username="nobody", password=str(uuid4()))
    fire(well, scrape(), {"NigiriLoginsRefused"})


def exported(page):
    """Names of samples; a family of which there is none yet has that of its type."""
    for family in text_string_to_metric_families(page):
        yield from (one.name for one in family.samples)
        yield from (family.name + end for end in ("", "_total", "_bucket", "_count", "_sum"))


@pytest.mark.both
@pytest.mark.parametrize("file", [RULES, DASHBOARD], ids=lambda file: file.name)
def test_every_number_that_is_watched_is_exported(scrape, client, file):
    a_tournament(players=2)
    client.get("/tournaments/open/")
    named = set(NAMED.findall("\n".join(expressions(file))))
    assert len(named) > 10
    assert named - set(exported(scrape())) == set()


def expressions(file):
    if file.suffix == ".json":
        panels = json.loads(file.read_text())["panels"]
        return [target["expr"] for panel in panels for target in panel.get("targets", [])]
    return re.findall(r"^ +expr: (.*)$", file.read_text(), re.MULTILINE)
