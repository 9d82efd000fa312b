"""The conditional address that open pages and programs poll."""

import pytest

from tests.builders import a_context, a_tournament, pair
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.domain.results import RecordResult
from tournaments.domain.tournament import Unpublish
from tournaments.reading.versions import version_of
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.django_db, pytest.mark.both]
PAGE, REST = "/tournaments/open/live/", "/api/v1/tournaments/open/live/"


@pytest.fixture
def row():
    row = a_tournament(players=4)
    pair(row, 1)
    row.refresh_from_db()
    return row


def game_page(table):
    return f"/tournaments/open/games/{PairingRow.objects.get(round=1, table=table).game_id}/live/"


def record(row, table):
    game = PairingRow.objects.get(tournament=row, round=1, table=table)
    command = RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE))
    carry_out(str(row.id), command, a_context())


@pytest.mark.parametrize("address", [PAGE, REST])
def test_unchanged_version_is_304_for_two_queries(row, client, address, django_assert_num_queries):
    etag = client.get(address)["ETag"]
    assert version_of(row) in client.get(address).content.decode()
    with django_assert_num_queries(2):
        answer = client.get(address, headers={"If-None-Match": etag})
    assert (answer.status_code, answer.content) == (304, b"")
    record(row, 1)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_game_version_changes_with_its_own_result_alone(row, client):
    one, other = game_page(1), game_page(2)
    etags = {address: client.get(address)["ETag"] for address in (one, other)}
    record(row, 1)
    statuses = [
        client.get(address, headers={"If-None-Match": etag}).status_code for address, etag in etags.items()
    ]
    assert statuses == [200, 304]


def test_hidden_tournament_has_no_version(row, client):
    carry_out(str(row.id), Unpublish(), a_context())
    assert [client.get(address).status_code for address in (PAGE, REST, game_page(1))] == [404] * 3
