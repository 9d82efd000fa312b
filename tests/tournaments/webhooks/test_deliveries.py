"""Deliveries that an event creates in its own transaction."""

import json
import threading

import pytest
from django.core.management import call_command
from django.db import connections, transaction

from games.log.tree import signed_checkpoints
from tests.builders import NOW, a_context, a_tournament, a_webhook, an_organisation, messages, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.byes import GiveBye
from tournaments.domain.declarations import News
from tournaments.domain.presence import CheckIn, WithdrawEntry
from tournaments.domain.results import RecordResult, ReportResult
from tournaments.domain.rulings import RuleResult
from tournaments.outbox.rows import Endpoint, EndpointState, JobState
from tournaments.tables.people import Player
from tournaments.tables.rows import PairingRow
from tournaments.webhooks.commands import delete_endpoint
from tournaments.webhooks.news import kinds_of

pytestmark = pytest.mark.django_db
BLACK, WHITE = Result(winner=Winner.BLACK), Result(winner=Winner.WHITE)


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    return row


def a_game(row):
    return PairingRow.objects.filter(tournament=row).first()


def record(row, result=BLACK, game=None, **context):
    command = RecordResult(game_id=str((game or a_game(row)).game_id), result=result)
    return carry_out(str(row.id), command, a_context(**context))


def report(row, entry_id, result):
    command = ReportResult(game_id=str(a_game(row).game_id), entry_id=str(entry_id), result=result)
    return carry_out(str(row.id), command, a_context())


def kinds(**of):
    return sorted(messages().filter(**of).values_list("params__type", flat=True))


def sequences(endpoint):
    found = sorted((one.sequence, one.params["sequence"]) for one in endpoint.messages.all())
    assert all(column == told for column, told in found)
    return [column for column, _ in found]


def test_delivery_of_result_has_position_and_digest(row):
    endpoint = a_webhook(kinds=[News.RESULT])
    [recorded] = record(row)
    message = messages().get()
    game = str(a_game(row).game_id)
    assert message.params == {
        "type": "result",
        "timestamp": "2026-11-21T09:30:00.000000Z",
        "sequence": 1,
        "data": {
            "tournament": "open",
            "round": 1,
            "game": game,
            "entry": None,
            "claim": None,
            "job": None,
            "event": "tournament.result-recorded.v1",
            "position": recorded.position,
            "digest": recorded.digest,
            "url": f"/api/v1/games/{game}/",
            "checkpoint": None,
        },
    }
    assert (message.endpoint, message.kind, message.state) == (endpoint, "message", "queued")
    assert (message.due_at, message.asked_at, message.attempts) == (NOW, NOW, 0)


def test_delivery_includes_last_signed_head(row):
    signed = signed_checkpoints.sign_checkpoint(NOW)
    a_webhook(kinds=[News.RESULT])
    record(row)
    assert messages().get().params["data"]["checkpoint"] == signed.note


def test_address_starts_with_the_configured_origin(row, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://go.example.org"]
    a_webhook(kinds=[News.STANDINGS])
    record(row)
    url = messages().get().params["data"]["url"]
    assert url == "https://go.example.org/api/v1/tournaments/open/standings/"


def test_endpoint_gets_only_subscribed_events(row):
    everything, results = a_webhook(), a_webhook(kinds=[News.RESULT])
    record(row)
    assert kinds(endpoint=everything) == ["result", "standings"]
    assert kinds(endpoint=results) == ["result"]


def test_endpoint_gets_only_events_of_its_tournament_and_organisation(row):
    other = a_tournament(slug="other")
    own = a_webhook(tournament_id=row.id)
    others, elsewhere = a_webhook(tournament_id=other.id), a_webhook(an_organisation("elsewhere"))
    record(row)
    assert kinds(endpoint=own) == ["result", "standings"]
    assert kinds(endpoint__in=[others, elsewhere]) == []


@pytest.mark.parametrize("state", [EndpointState.PAUSED, EndpointState.DISABLED])
def test_inactive_endpoint_gets_numbered_but_cancelled_messages(row, state):
    endpoint = a_webhook(state=state)
    record(row)
    assert kinds(state=JobState.CANCELLED) == kinds() == ["result", "standings"]
    assert sequences(endpoint) == [1, 2]
    assert {message.ended_at for message in messages()} == {NOW}


def test_differing_second_report_is_a_dispute(row):
    a_webhook()
    game = a_game(row)
    report(row, game.black_id, BLACK)
    assert kinds() == ["result", "result.reported", "standings"]
    report(row, game.white_id, WHITE)
    assert kinds() == ["dispute", *["result"] * 2, *["result.reported"] * 2, *["standings"] * 2]
    told = messages().get(params__type="dispute").params["data"]
    assert (told["game"], told["round"], told["event"]) == (
        str(game.game_id),
        1,
        "tournament.result-reported.v1",
    )


def test_equal_second_report_is_no_dispute(row):
    a_webhook(kinds=[News.DISPUTE])
    game = a_game(row)
    report(row, game.black_id, BLACK)
    report(row, game.white_id, BLACK)
    assert kinds() == []


def test_ruling_is_delivered_with_its_changes(row):
    a_webhook()
    command = RuleResult(game_id=str(a_game(row).game_id), result=WHITE, claim_id="c", final=True)
    carry_out(str(row.id), command, a_context())
    assert kinds() == ["result", "ruling", "standings"]
    assert messages().get(params__type="ruling").params["data"]["event"] == "tournament.result-ruled.v1"


def test_withdrawal_is_news_of_entry_and_standings(row):
    a_webhook(kinds=[News.STANDINGS])
    everything = a_webhook()
    [recorded] = carry_out(str(row.id), WithdrawEntry(entry_id=str(a_game(row).black_id)), a_context())
    message = messages().exclude(endpoint=everything).get()
    assert message.params["type"] == News.STANDINGS
    said = message.params["data"]
    assert (said["event"], said["position"]) == ("tournament.entry-withdrawn.v1", recorded.position)
    told = everything.messages.get(params__type=News.ENTRY).params["data"]
    entry = str(a_game(row).black_id)
    assert (told["entry"], told["url"]) == (entry, f"/api/v1/tournaments/open/entries/{entry}/")


def test_only_the_last_change_of_standings_in_a_command_is_delivered(row):
    leaving = str(a_game(row).black_id)
    carry_out(str(row.id), GiveBye(round=2, entry_id=leaving), a_context())
    a_webhook(kinds=[News.STANDINGS])
    returned, withdrawn = carry_out(str(row.id), WithdrawEntry(entry_id=leaving), a_context())
    assert kinds_of(returned.kind)
    assert messages().get().params["data"]["position"] == withdrawn.position


def test_deliveries_contain_no_names(row):
    a_webhook()
    game = a_game(row)
    report(row, game.black_id, BLACK)
    report(row, game.white_id, WHITE)
    told = json.dumps([message.params for message in messages()])
    people = Player.objects.values_list("family_name", "id")
    assert len(people) == 4
    assert [name for name, id_ in people if name in told or str(id_) in told] == []


def test_repeated_command_creates_one_delivery(row):
    a_webhook(kinds=[News.RESULT])
    context = a_context()
    command = RecordResult(game_id=str(a_game(row).game_id), result=BLACK)
    first = carry_out(str(row.id), command, context)
    assert carry_out(str(row.id), command, context) == first
    assert messages().count() == 1


def test_rolled_back_event_creates_no_delivery(row):
    a_webhook()
    with transaction.atomic():
        record(row)
        assert messages().count() == 2
        transaction.set_rollback(True)
    assert messages().count() == 0


def test_rebuild_creates_and_deletes_no_deliveries(row):
    a_webhook()
    record(row)
    before = list(messages().values())
    call_command("rebuild", "--json", stdout=_Nowhere())
    assert list(messages().values()) == before


def test_imported_tournament_creates_no_deliveries():
    from tests.builders import an_entrant, imported
    from tournaments.competition.history import Game
    from tournaments.interchange.importing import import_tournament

    a_webhook()
    one, other = an_entrant(0), an_entrant(1)
    game = Game(round=1, table=1, black=one.id, white=other.id, handicap=0, result=BLACK)
    import_tournament(imported([one, other], [game]), an_organisation(), "played", a_context())
    assert PairingRow.objects.get().winner == Winner.BLACK
    assert kinds() == []


def test_event_without_endpoints_takes_one_more_query(row, django_assert_num_queries):
    from tournaments.webhooks.deliveries import write_deliveries

    recorded = record(row)
    with django_assert_num_queries(1):
        write_deliveries(recorded)
    entry_id = str(a_game(row).black_id)
    checked_in = carry_out(str(row.id), CheckIn(entry_id=entry_id), a_context())
    with django_assert_num_queries(0):
        write_deliveries(checked_in)


@pytest.mark.django_db(transaction=True)
def test_deleting_a_webhook_concurrently_does_not_lose_the_result(row):
    """The deletion waits for the commit, and takes along what was written for it."""
    endpoint = a_webhook()
    gone = []

    def delete():
        try:
            delete_endpoint(endpoint)
            gone.append(endpoint.pk)
        finally:
            connections.close_all()

    with transaction.atomic():
        record(row)
        deleting = threading.Thread(target=delete)
        deleting.start()
        deleting.join(0.3)
        assert gone == []
        transaction.get_connection().run_on_commit.clear()  # nothing is to be sent here
    deleting.join()
    assert gone == [endpoint.pk]
    assert (Endpoint.objects.count(), messages().count()) == (0, 0)
    assert a_game(row).winner == Winner.BLACK


class _Nowhere:
    def write(self, text):
        pass
