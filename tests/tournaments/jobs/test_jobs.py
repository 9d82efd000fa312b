"""Pairing in the background: who gets a job, how it ends, and that running it twice pairs once."""

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


def test_as_many_as_a_request_waits_for_are_paired_at_once():
    row = a_tournament(players=8)
    recorded = start_pairing(str(row.id), FIRST, a_context())
    assert [one.kind for one in recorded] == ["tournament.seed-committed.v1", "tournament.round-paired.v1"]
    assert not Job.objects.exists()


def test_a_death_is_made_good_within_half_a_minute_and_a_matching_is_not_taken_for_one():
    assert LEASE.total_seconds() + settings.SWEEP_SECONDS < 30
    seconds = [lease_for(players).total_seconds() for players in (202, 1000, 2000)]
    assert seconds == [15, 15, 60]


def test_only_who_is_present_counts():
    row = a_tournament(players=9)
    entry = row.entries.first()
    carry_out(str(row.id), SetPresence(entry_id=str(entry.id), round=1, present=False), a_context())
    assert isinstance(start_pairing(str(row.id), FIRST, a_context()), list)
    assert not Job.objects.exists()


def test_more_get_a_job_under_the_id_of_the_command(large):
    context = a_context(expected=large.version)
    with transaction.atomic():
        job = start_pairing(str(large.id), PairRound(round=1, rules="opengotha-3.51", seed=7), context)
    assert (job.id, job.tournament_id, job.state) == (context.command_id, large.id, JobState.QUEUED)
    assert (job.kind, job.actor, job.expected) == ("pair_round", "tester", large.version)
    assert job.params == {"round": 1, "rules": "opengotha-3.51", "seed": 7}
    assert pairings(large) == 0


def test_a_repeated_request_finds_its_job(large):
    context = a_context()
    with transaction.atomic():
        first = start_pairing(str(large.id), FIRST, context)
        assert start_pairing(str(large.id), FIRST, context) == first
    assert Job.objects.count() == 1


def test_a_job_that_is_run_pairs_the_round_with_the_seed_asked_for(large):
    job = queued(large, PairRound(round=1, seed=7))
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, job.stage, job.done, job.of, job.problem) == (JobState.DONE, "colours", 3, 3, None)
    state, _ = load(str(large.id))
    assert (len(state.round(1).pairs), state.round(1).seed) == (5, 7)


def test_a_job_that_is_run_twice_pairs_once(large):
    job = queued(large)
    run_job(job.id)
    run_job(job.id)
    assert pairings(large) == 1


def test_a_second_run_after_a_death_between_pairing_and_noting_it_only_notes_it(large):
    job = queued(large)
    run_job(job.id)
    Job.objects.filter(pk=job.id).update(state=JobState.RUNNING, due_at=NOW)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, pairings(large)) == (JobState.DONE, 1)


def test_a_second_run_with_a_version_that_was_seen_only_notes_it_too(large):
    job = queued(large, expected=large.version)
    run_job(job.id)
    Job.objects.filter(pk=job.id).update(state=JobState.RUNNING, due_at=NOW)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, pairings(large)) == (JobState.DONE, 1)


def test_a_round_that_somebody_else_paired_meanwhile_fails_the_job(large):
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


def test_a_tournament_that_was_changed_since_fails_a_job_that_named_the_version(large):
    job = queued(large, expected=large.version)
    entry = large.entries.first()
    carry_out(str(large.id), SetPresence(entry_id=str(entry.id), round=2, present=False), a_context())
    run_job(job.id)
    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.problem["code"] == "version_clash"
    assert (job.problem["expected"], job.problem["actual"]) == (large.version, large.version + 1)


def test_a_fault_of_ours_is_tried_again_later_and_fails_the_job_in_the_end(large):
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


def test_a_job_that_is_not_there_is_no_fault():
    run_job(UUID(int=1))
    assert store.head() == 0


class TestRefusedAtOnce:
    def test_a_version_that_is_gone(self, large):
        with pytest.raises(VersionClash):
            start_pairing(str(large.id), FIRST, a_context(expected=large.version - 1))
        assert not Job.objects.exists()

    def test_a_round_that_is_paired(self, large):
        pair(large, 1)
        with pytest.raises(Refusal) as refused:
            start_pairing(str(large.id), FIRST, a_context())
        assert refused.value.code == "round_already_paired"
        assert not Job.objects.filter(kind="pair_round").exists()

    def test_a_round_whose_predecessor_is_not(self, large):
        with pytest.raises(Refusal) as refused:
            start_pairing(str(large.id), PairRound(round=2), a_context())
        assert refused.value.code == "earlier_round_not_paired"


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_job_runs_after_the_commit_and_a_repeated_command_finds_it():
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
def test_a_transaction_that_is_rolled_back_leaves_no_job():
    entrants = [an_entrant(place) for place in range(10)]
    import_tournament(imported(entrants), an_organisation(), "large", a_context())
    row = TournamentRow.objects.get(slug="large")
    with transaction.atomic():
        start_pairing(str(row.id), FIRST, a_context())
        transaction.set_rollback(True)
    assert not Job.objects.exists()
    assert pairings(row) == 0


def test_jobs_outlive_a_rebuild_of_the_projections(large):
    job = queued(large)
    call_command("rebuild", "--json", stdout=_Nowhere())
    assert Job.objects.get() == job
    assert Job.objects.get().state == JobState.QUEUED


class _Nowhere:
    def write(self, text):
        pass
