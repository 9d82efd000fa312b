"""Gapless numbering of an endpoint's messages in the transaction of their event."""

import threading
from uuid import uuid4

import pytest
from django.db import IntegrityError, connections, transaction

from tests.builders import (
    NOW,
    a_claim,
    a_context,
    a_ping,
    a_tournament,
    a_webhook,
    an_organisation,
    pair,
)
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.declarations import News
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.tournament import Archive, Unpublish
from tournaments.outbox.rows import Endpoint, EndpointState, Job, JobState
from tournaments.outbox.running import run_job
from tournaments.tables.rows import PairingRow
from tournaments.webhooks.commands import change_endpoint, ping

pytestmark = pytest.mark.django_db
OF_ROUNDS = [News.ROUND_PAIRED, News.ROUND_PUBLISHED, News.ROUND_CLOSED]


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


def record(row, winner=Winner.BLACK):
    game = PairingRow.objects.filter(tournament=row).first()
    command = RecordResult(game_id=str(game.game_id), result=Result(winner=winner))
    return carry_out(str(row.id), command, a_context())


def told(endpoint):
    """Number and kind, in order; what the body says is what the column does."""
    found = endpoint.messages.order_by("sequence")
    assert all(one.sequence == one.params["sequence"] for one in found)
    return [(one.sequence, one.params["type"]) for one in found]


def test_each_endpoint_has_its_own_numbers(row):
    everything, results = a_webhook(), a_webhook(kinds=[News.RESULT])
    record(row)
    record(row, Winner.WHITE)
    assert told(everything) == [(1, "result"), (2, "standings"), (3, "result"), (4, "standings")]
    assert told(results) == [(1, "result"), (2, "result")]
    assert list(Endpoint.objects.order_by("created_at", "id").values_list("last_sequence", flat=True)) == (
        [4, 2] if everything.id < results.id else [2, 4]
    )


def test_rolled_back_message_leaves_no_gap(row):
    endpoint = a_webhook(kinds=[News.RESULT])
    with transaction.atomic():
        record(row)
        transaction.set_rollback(True)
    record(row, Winner.WHITE)
    assert told(endpoint) == [(1, "result")]


def test_database_rejects_duplicate_numbers(row):
    endpoint = a_webhook()
    first = a_ping(endpoint)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(
            id=uuid4(), endpoint=endpoint, kind="ping", params={}, sequence=1, due_at=NOW, asked_at=NOW
        )
    assert endpoint.messages.get() == first


def test_ping_has_a_number_and_repeated_request_adds_none(row):
    endpoint = a_webhook(kinds=[News.RESULT])
    context = a_context()
    assert ping(endpoint, context) == ping(endpoint, context)
    record(row)
    assert told(endpoint) == [(1, "ping"), (2, "result")]


def test_numbers_continue_during_a_pause_and_missed_messages_are_not_sent(row):
    endpoint = a_webhook(kinds=[News.RESULT])
    record(row)
    change_endpoint(endpoint, {"state": EndpointState.PAUSED}, None)
    record(row, Winner.WHITE)
    change_endpoint(endpoint, {"state": EndpointState.ACTIVE}, None)
    record(row)
    states = endpoint.messages.order_by("sequence").values_list("sequence", "state")
    waiting, missed = JobState.QUEUED, JobState.CANCELLED
    assert list(states) == [(1, waiting), (2, missed), (3, waiting)]


@pytest.mark.django_db(transaction=True)
def test_concurrent_results_of_several_tournaments_are_numbered_consecutively():
    house = an_organisation()
    rows = [a_tournament(players=4, slug=f"open-{place}", organisation=house) for place in range(4)]
    for row in rows:
        pair(row, 1)
    endpoint = a_webhook(house, kinds=[News.RESULT], state=EndpointState.PAUSED)
    barrier = threading.Barrier(4)

    def record_some(row):
        try:
            barrier.wait()
            for winner in (Winner.BLACK, Winner.WHITE, Winner.BLACK):
                record(row, winner)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=record_some, args=(row,)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = endpoint.messages.order_by("params__data__position").values_list("sequence", flat=True)
    assert list(found) == list(range(1, 13))


def test_messages_of_rounds_and_tournament_contain_their_addresses():
    row = a_tournament(players=4)
    endpoint = a_webhook(kinds=[*OF_ROUNDS, News.OPENED, News.FINISHED], origin="http://hall.local:8000")
    pair(row, 1)
    for command in (PublishRound(round=1), Unpublish(), Archive()):
        carry_out(str(row.id), command, a_context())
    at = "http://hall.local:8000/api/v1/tournaments/open/"
    data = [(one.params["type"], one.params["data"]) for one in endpoint.messages.order_by("sequence")]
    assert [(kind, said["round"], said["url"]) for kind, said in data] == [
        ("round.paired", 1, f"{at}rounds/1/"),
        ("round.published", 1, f"{at}rounds/1/"),
        ("tournament.opened", None, at),
        ("tournament.finished", None, at),
    ]


def test_claim_is_sent_to_the_organisation_of_its_tournament(row):
    endpoint, elsewhere = a_webhook(kinds=[News.CLAIM_MADE]), a_webhook(an_organisation("elsewhere"))
    game = PairingRow.objects.filter(tournament=row).first()
    claim = a_claim(game.game_id, text="He played twice")
    [message] = endpoint.messages.all()
    said = message.params["data"]
    assert (said["tournament"], said["game"], said["claim"]) == ("open", str(game.game_id), claim)
    assert (said["event"], said["url"]) == ("claim.made.v1", f"/api/v1/claims/{claim}/")
    assert "twice" not in str(message.params)
    assert told(elsewhere) == []


@pytest.mark.parametrize(("kind", "state"), [("pair_round", JobState.FAILED), ("rescore", JobState.DONE)])
def test_completed_job_is_sent(row, kind, state):
    endpoint = a_webhook(kinds=[News.JOB])
    about = {"kind": kind, "tournament_id": row.id, "params": {"round": 1}, "actor": "tester"}
    job = Job.objects.create(id=uuid4(), asked_at=NOW, **about)
    assert told(endpoint) == []
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == state
    assert told(endpoint) == [(1, "job.ended")]
    said = endpoint.messages.get().params["data"]
    assert (said["job"], said["event"], said["url"]) == (str(job.pk), None, f"/api/v1/jobs/{job.pk}/")
