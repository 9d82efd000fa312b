"""What the Python client does by itself: requests sent again under one key, ETags, pages, streams."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from django.db import connection
from knox.models import AuthToken

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.conftest import _environment_of_the_test_database
from tests.faults.club import environment
from tests.faults.streams import streaming
from tests.services import free_port
from tournaments.commands import carry_out
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import RecordResult
from tournaments.reading.live import version_of
from tournaments.tables.people import Office, Player
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db(transaction=True)


def token_of(name, office=None):
    return AuthToken.objects.create(an_account(name, office))[1]


class Cut(httpx.HTTPTransport):
    """The line to the service, cut so many times after a request has been carried out."""

    def __init__(self, times):
        super().__init__()
        self.times, self.keys, self.statuses = times, [], []

    def handle_request(self, request):
        self.keys.append(request.headers.get("Idempotency-Key"))
        response = super().handle_request(request)
        self.statuses.append(response.status_code)
        if self.times:
            self.times -= 1
            response.close()
            raise httpx.ReadError("the line was cut", request=request)
        return response


def test_what_the_line_lost_is_sent_again_and_carried_out_once(nigiri_client, live_server):
    from nigiri.client.models import PlayerBodyRequest

    a_tournament(players=0)
    line = Cut(2)
    client = nigiri_client.Client(
        live_server.url, token=token_of("director", Office.DIRECTOR), http=httpx.Client(transport=line)
    )
    with client:
        body = PlayerBodyRequest(family_name="Iwamoto", rank="1d", rating=2100)
        answer = client.answer(nigiri_client.api.add_player("home", body=body))
    assert (answer.repeated, answer.status) == (True, 201)
    assert len(line.keys) == 3
    assert len({*line.keys}) == 1
    assert [player.pk for player in Player.objects.all()] == [answer.body.id]


def test_a_service_that_stays_away_is_said_to_be(nigiri_client):
    line = Cut(0)
    nowhere = f"http://localhost:{free_port()}"
    with (
        nigiri_client.Client(nowhere, patience=1, http=httpx.Client(transport=line)) as client,
        pytest.raises(httpx.ConnectError),
    ):
        client.send(nigiri_client.api.list_tournaments())
    assert 2 <= len(line.keys) <= 5


@pytest.mark.parametrize("said", ["1", "date"])
def test_it_comes_again_when_the_service_says(nigiri_client, said):
    from nigiri.client.retrying import pause

    at = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    for status in (429, 503):
        wait = pause(httpx.Response(status, headers={"Retry-After": at if said == "date" else said}), 0)
        assert wait == pytest.approx(30 if said == "date" else 1, abs=2 if said == "date" else 0)
    assert pause(httpx.Response(500), 0) is None
    assert pause(httpx.Response(409, json={"code": "round_closed"}), 0) is None
    assert pause(httpx.Response(409, json={"code": "overtaken"}), 0) is not None


def test_what_is_unchanged_is_read_from_what_was_kept(nigiri_client, live_server, tmp_path):
    import shelve

    row = a_tournament(players=4, rounds=2)
    pair(row, 1)
    kept = tmp_path / "kept"

    def read():
        with shelve.open(str(kept)) as bodies, nigiri_client.Client(live_server.url, kept=bodies) as client:
            return client.answer(nigiri_client.api.get_standings("open", round_=1))

    first, second = read(), read()
    assert (first.unchanged, second.unchanged) == (False, True)
    assert second.body == first.body
    finish(row, 1)
    third = read()
    assert not third.unchanged
    assert third.body != first.body


def test_a_list_is_read_over_all_of_its_pages(nigiri_client, live_server):

    a_tournament(players=7)
    with nigiri_client.Client(live_server.url) as client:
        call = nigiri_client.api.list_entries("open", page_size=3)
        assert [len(page.results) for page in client.pages(call)] == [3, 3, 1]
        assert len({entry.id for entry in client.every(call)}) == 7


def test_a_refusal_has_its_code_and_facts(nigiri_client, live_server):

    with nigiri_client.Client(live_server.url) as client:
        with pytest.raises(nigiri_client.Refused, match="404 ") as refused:
            client.send(nigiri_client.api.get_tournament("nowhere"))
        assert refused.value.status == 404
        with pytest.raises(nigiri_client.Refused) as refused:
            client.send(nigiri_client.api.list_tournaments(page_size=9999))
    assert (refused.value.status, refused.value.code) == (422, "validation_error")
    assert refused.value.facts


@pytest.fixture
def own(tmp_path, settings):
    """The environment of a server on the database of the test."""
    key = {"SECRET_KEY": settings.SECRET_KEY}
    if connection.vendor == "postgresql":
        return _environment_of_the_test_database() | key
    (tmp_path / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    return environment(tmp_path) | key


def record(row, table):
    game = PairingRow.objects.get(tournament=row, round=1, table=table)
    command = RecordResult(game_id=str(game.game_id), result=Result(winner=Winner.WHITE))
    carry_out(str(row.id), command, a_context())
    return version_of(row)


def until(changes, version):
    """The kinds of what comes up to a version."""
    kinds = []
    for change in changes:
        kinds.append(change.kind)
        if change.id == version:
            return kinds
    raise AssertionError("the stream ended")


@pytest.mark.both
def test_a_stream_goes_on_where_it_was_left_when_its_server_is_another(nigiri_client, own):
    row = a_tournament(players=6)
    pair(row, 1)
    port = free_port()
    with nigiri_client.Client(f"http://localhost:{port}") as client:
        changes = client.follow("open")
        with streaming(own, port):
            assert until(changes, version_of(row)) == ["version"]
            assert until(changes, record(row, 1)) == ["result", "standings", "version"]
        missed = record(row, 2)
        with streaming(own, port):
            assert "result" in until(changes, missed)
            assert until(changes, record(row, 3))[-1] == "version"


def test_without_streams_the_version_is_asked_for(nigiri_client, live_server):
    row = a_tournament(players=4)
    pair(row, 1)
    with nigiri_client.Client(live_server.url) as client:
        changes = client.follow("open")
        assert next(changes).id == version_of(row)
        later = record(row, 1)
        assert until(changes, later) == ["version"]


def test_a_stream_of_what_nobody_may_see_is_refused(nigiri_client, live_server):
    with nigiri_client.Client(live_server.url) as client, pytest.raises(nigiri_client.Refused, match="404"):
        next(client.follow("nowhere"))
