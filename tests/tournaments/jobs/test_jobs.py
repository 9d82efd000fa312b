"""Pairing in background jobs: creation, completion and idempotence."""

from uuid import UUID

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

from games.log import store
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_entrant, an_organisation, imported, pair
from tournaments.commands import PairRound, carry_out
from tournaments.domain.presence import SetPresence
from tournaments.interchange.importing import import_tournament
from tournaments.jobs import pairing
from tournaments.jobs.pairing import lease_for, start_pairing
from tournaments.loading import load, stream_of
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import LEASE, WAITS, run_due, run_job
from tournaments.tables.rows import TournamentRow

FIRST = PairRound(round=1)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_fields(monkeypatch):
    """A request waits for the pairing of eight players instead of two hundred."""
    monkeypatch.setattr(pairing, "INLINE_UP_TO", 8)


@pytest.fixture
def large():
    """One more pair than a request waits for."""
    return a_tournament(players=10, slug="large")


def queued(row, command=FIRST, **context):
    """A job that nobody has begun: the transaction that asks for it has not ended."""
    with transaction.atomic():
        return start_pairing(str(row.id), command, a_context(**context))


def pairings(row, number=1):
    """How often the round was paired, by the log."""
    events = store.read(stream_of(str(row.id)))
    return sum(e.kind == "tournament.round-paired.v1" and e.data["round"] == number for e in events)


def test_small_rounds_are_paired_within_the_request():
    row = a_tournament(players=8)
    recorded = start_pairing(str(row.id), FIRST, a_context())
    assert [one.kind for one in recorded] == ["tournament.seed-committed.v1", "tournament.round-paired.v1"]
    assert not Job.objects.exists()


def test_dead_process_is_replaced_within_half_a_minute_but_long_matching_is_not():
    assert LEASE.total_seconds() + settings.SWEEP_SECONDS < 30
    seconds = [lease_for(players).total_seconds() for players in (202, 1000, 2000)]
    assert seconds == [15, 15, 60]


def test_only_present_players_count():
    row = a_tournament(players=9)
    entry = row.entries.first()
    carry_out(str(row.id), SetPresence(entry_id=str(entry.id), round=1, present=False), a_context())
    assert isinstance(start_pairing(str(row.id), FIRST, a_context()), list)
    assert not Job.objects.exists()


def test_large_rounds_get_a_job_with_the_command_id(large):
    context = a_context(expected=large.version)
    with transaction.atomic():
        job = start_pairing(str(large.id), PairRound(round=1, rules="opengotha-3.51", seed=7), context)
    assert (job.id, job.tournament_id, job.state) == (context.command_id, large.id, JobState.QUEUED)
    assert (job.kind, job.actor, job.expected) == ("pair_round", "tester", large.version)
    assert PairRound(**job.params) == PairRound(round=1, rules="opengotha-3.51", seed=7)
    assert pairings(large) == 0


def test_repeated_request_returns_its_job(large):
    context = a_context()
    with transaction.atomic():
        first = start_pairing(str(large.id), FIRST, context)
        assert start_pairing(str(large.id), FIRST, context) == first
    assert Job.objects.count() == 1


def test_job_pairs_the_round_with_the_requested_seed(large):
    job = queued(large, PairRound(round=1, seed=7))
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, job.stage, job.done, job.of, job.problem) == (JobState.DONE, "colours", 3, 3, None)
    state, _ = load(str(large.id))
    assert (len(state.round(1).pairs), state.round(1).seed) == (5, 7)


def test_job_run_twice_pairs_once(large):
    job = queued(large)
    run_job(job.id)
    run_job(job.id)
    assert pairings(large) == 1


def test_rerun_after_death_before_completion_only_marks_completion(large):
    job = queued(large)
    run_job(job.id)
    Job.objects.filter(pk=job.id).update(state=JobState.RUNNING, due_at=NOW)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, pairings(large)) == (JobState.DONE, 1)


def test_rerun_with_expected_version_only_marks_completion(large):
    job = queued(large, expected=large.version)
    run_job(job.id)
    Job.objects.filter(pk=job.id).update(state=JobState.RUNNING, due_at=NOW)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, pairings(large)) == (JobState.DONE, 1)


def test_job_fails_if_the_round_was_paired_meanwhile(large):
    job = queued(large)
    pair(large, 1)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, job.problem["code"], job.problem["round"]) == (
        JobState.FAILED,
        "round_already_paired",
        1,
    )
    assert pairings(large) == 1


def test_job_with_expected_version_fails_if_the_tournament_changed(large):
    job = queued(large, expected=large.version)
    entry = large.entries.first()
    carry_out(str(large.id), SetPresence(entry_id=str(entry.id), round=2, present=False), a_context())
    run_job(job.id)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.problem["code"] == "version_clash"
    assert (job.problem["expected"], job.problem["actual"]) == (large.version, large.version + 1)


def test_internal_error_is_retried_and_finally_fails_the_job(large):
    job = queued(large)
    Job.objects.filter(pk=job.id).update(params={"round": "one", "rules": None, "seed": None})
    for attempt in range(1, len(WAITS) + 1):
        run_job(job.id)
        job.refresh_from_db()
        assert (job.state, job.attempts, job.problem["code"]) == (JobState.QUEUED, attempt, "internal_error")
        run_job(job.id)  # not while it rests
        Job.objects.filter(pk=job.id).update(due_at=NOW)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, job.failures) == (JobState.FAILED, len(WAITS) + 1)
    assert job.problem["error"].startswith("TypeError: ")


def test_missing_job_is_no_error():
    run_job(UUID(int=1))
    assert store.head() == 0


class TestImmediateRejection:
    def test_rejects_outdated_version(self, large):
        with pytest.raises(VersionClash):
            start_pairing(str(large.id), FIRST, a_context(expected=large.version - 1))
        assert not Job.objects.exists()

    def test_rejects_round_already_paired(self, large):
        pair(large, 1)
        with pytest.raises(Refusal) as refused:
            start_pairing(str(large.id), FIRST, a_context())
        assert refused.value.code == "round_already_paired"
        assert not Job.objects.filter(kind="pair_round").exists()

    def test_rejects_round_whose_predecessor_is_not_paired(self, large):
        with pytest.raises(Refusal) as refused:
            start_pairing(str(large.id), PairRound(round=2), a_context())
        assert refused.value.code == "earlier_round_not_paired"


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_job_runs_after_commit_and_repeated_command_finds_it():
    entrants = [an_entrant(place) for place in range(10)]
    import_tournament(imported(entrants), an_organisation(), "large", a_context())
    row = TournamentRow.objects.get(slug="large")
    with transaction.atomic():
        job = start_pairing(str(row.id), FIRST, a_context())
        assert (job.state, pairings(row)) == (JobState.QUEUED, 0)
    assert run_due() == 1
    job.refresh_from_db()
    assert (job.state, pairings(row)) == (JobState.DONE, 1)
    done = start_pairing(str(row.id), FIRST, a_context(command_id=job.id))
    assert (done.id, done.state) == (job.id, JobState.DONE)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_rolled_back_transaction_creates_no_job():
    entrants = [an_entrant(place) for place in range(10)]
    import_tournament(imported(entrants), an_organisation(), "large", a_context())
    row = TournamentRow.objects.get(slug="large")
    with transaction.atomic():
        start_pairing(str(row.id), FIRST, a_context())
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert pairings(row) == 0


def test_rebuild_keeps_jobs(large):
    job = queued(large)
    call_command("rebuild", "--json", stdout=_Nowhere())
    assert Job.objects.get() == job
    assert Job.objects.get().state == JobState.QUEUED


class _Nowhere:
    def write(self, text):
        pass
