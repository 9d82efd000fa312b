"""Proofs of pairings below their bound, computed in the background and shown on the round."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import transaction

from games.log import store
from tests.builders import a_tournament, an_account, do, finish, pair, state_of
from tournaments.competition.pairing.proof import prove
from tournaments.domain.pairing_proof import PairingProved, RecordProof
from tournaments.domain.pairs import MakePair, UnmakePair
from tournaments.domain.rounds import RecordPairing, UnpairRound
from tournaments.jobs.commands import PROVE
from tournaments.loading import stream_of
from tournaments.outbox.rows import Job, JobState
from tournaments.outbox.running import run_job
from tournaments.proofs import proving
from tournaments.proofs.proving import proof_body
from tournaments.reading.optimality import Optimality, optimality
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db


def paired_under_a_bound(row, by=7, **changes):
    """Round 1 again, paired as it was, but as if the optimum had not been found."""
    old = state_of(row).round(1)
    event = next(
        e.event for e in store.read(stream_of(str(row.id))) if e.kind == "tournament.round-paired.v1"
    )
    do(row, UnpairRound(round=1, reason="again"))
    pairs = tuple(
        replace(made, game_id=f"00000000-0000-4000-8000-{number:012}")
        for number, made in enumerate(event.pairs)
    )
    again = {name: getattr(event, name) for name in ("round", "method", "rules", "seed", "order", "byes")}
    told = {"inputs_digest": event.inputs_digest, "total": old.total, "optimum": 0, "bound": old.total + by}
    with transaction.atomic():  # the job waits until this has ended
        do(row, RecordPairing(**again | told | changes, pairs=pairs))
    return old.optimum, Job.objects.filter(kind=PROVE).first()


def proofs(row):
    return [e.event for e in store.read(stream_of(str(row.id))) if e.kind == "tournament.pairing-proved.v1"]


@pytest.fixture(scope="module")
def row(lasting_db):
    made = a_tournament(players=8)
    pair(made, 1)
    return made


def reach(row):
    return optimality(row.round_rows.get(number=1))


def test_optimal_pairing_needs_no_job(row):
    assert not Job.objects.filter(kind=PROVE).exists()
    assert reach(row).is_proved


def test_pairing_below_its_bound_is_proved_by_a_job(row):
    optimum, job = paired_under_a_bound(row)
    assert reach(row) == Optimality(total=optimum, bound=optimum + 7, known=False)
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, job.problem, job.done, job.of) == (JobState.DONE, None, 1, 1)
    (proof,) = proofs(row)
    assert (proof.round, proof.total, proof.optimum) == (1, optimum, optimum)
    assert reach(row) == Optimality(total=optimum, bound=optimum, known=True)


def test_repeated_job_proves_once(row):
    _, job = paired_under_a_bound(row)
    run_job(job.id)
    Job.objects.filter(pk=job.id).update(state=JobState.QUEUED)
    run_job(job.id)
    assert len(proofs(row)) == 1


def test_job_skips_pairing_undone_meanwhile(row):
    _, job = paired_under_a_bound(row)
    do(row, UnpairRound(round=1, reason="too late"))
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, proofs(row)) == (JobState.DONE, [])


def test_job_skips_pairing_with_other_inputs(row):
    _, job = paired_under_a_bound(row, inputs_digest="of something else")
    run_job(job.id)
    job.refresh_from_db()
    assert (job.state, proofs(row)) == (JobState.DONE, [])


def test_proof_may_find_a_better_pairing(row):
    optimum, job = paired_under_a_bound(row, total=10, bound=10**18)
    run_job(job.id)
    assert [(one.total, one.optimum) for one in proofs(row)] == [(10, optimum)]
    found = reach(row)
    assert (found.known, found.is_proved, found.gap) == (True, False, optimum - 10)


def test_proof_of_another_matching_changes_nothing(row):
    optimum, _ = paired_under_a_bound(row)
    stale = RecordProof(round=1, inputs_digest="another", optimum=optimum, by="somebody")
    assert do(row, stale) == []
    digest = state_of(row).round(1).inputs_digest
    fresh = RecordProof(round=1, inputs_digest=digest, optimum=optimum, by="somebody")
    (told,) = do(row, fresh)
    assert isinstance(told.event, PairingProved)
    assert do(row, fresh) == []


def test_round_reports_the_quality_of_its_pairing(row, client):
    optimum, job = paired_under_a_bound(row)
    client.force_login(an_account("head", Office.DIRECTOR))
    page, rest = "/tournaments/open/rounds/1/", "/api/v1/tournaments/open/rounds/1/"
    said = client.get(page).content.decode()
    assert f'<a href="/jobs/{job.id}/">' in said
    told = client.get(rest).json()
    assert (told["total"], told["optimum"], told["bound"]) == (str(optimum), "0", str(optimum + 7))
    assert told["proved"] is False
    run_job(job.id)
    said = client.get(page).content.decode()
    assert f'<a href="/jobs/{job.id}/">' not in said
    told = client.get(rest).json()
    assert (told["optimum"], told["bound"], told["proved"]) == (str(optimum), str(optimum), True)


def test_matching_is_proved_once_despite_later_events(row, monkeypatch):
    made = []
    monkeypatch.setattr(proving, "prove", lambda *told: made.append(told) or prove(*told))
    first = proof_body(row, 1)
    finish(row, 1)
    pair(row, 2)
    assert proof_body(row, 1) == first
    assert len(made) == 1
    assert proof_body(row, 1, patient=True) == first
    assert len(made) == 2  # by the command nothing is taken from what is kept


def test_cached_proof_gives_the_same_costs_of_edits(row, monkeypatch):
    proof_body(row, 1)
    monkeypatch.setattr(proving, "prove", None)
    one, other = PairingRow.objects.filter(tournament=row, round=1)[:2]
    for game in (one, other):
        do(row, UnmakePair(game_id=str(game.game_id), reason="again"))
    some = proof_body(row, 1)
    for white, black in ((one.white_id, other.white_id), (one.black_id, other.black_id)):
        made = MakePair(
            round=1, game_id=str(uuid4()), table=0, white=str(white), black=str(black), reason="again"
        )
        do(row, made)
    edited = proof_body(row, 1)
    monkeypatch.undo()
    assert edited == proof_body(row, 1, patient=True)
    assert int(edited["stands"]["gap"]) > 0
    assert edited["stands"]["optimum"] == edited["parts"][0]["optimum"]["found"]
    assert int(some["stands"]["total"]) < int(edited["stands"]["optimum"])
