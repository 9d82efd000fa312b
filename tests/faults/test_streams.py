"""Streams of a tournament: who hears what, what is made good, who is sent away."""

import os
import signal
import sys
import time
from contextlib import ExitStack

import pytest
from django.db import connection

from tests.builders import a_context, a_tournament, an_account, finish, pair
from tests.conftest import _environment_of_the_test_database, wait_until
from tests.faults.club import environment
from tests.faults.streams import Stream, streaming
from tests.services import free_port
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.deciding.results import RecordResult
from tournaments.deciding.rounds import PublishRound
from tournaments.deciding.setting_up import Publish, Unpublish
from tournaments.reading.live import version_of, version_of_game
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
LIVE = "/tournaments/open/live/"


@pytest.fixture
def row():
    row = a_tournament(players=24, rounds=3)
    pair(row, 1)
    return row


@pytest.fixture
def own(tmp_path, settings):
    """The environment of a server on the database of the test."""
    key = {"SECRET_KEY": settings.SECRET_KEY, "NIGIRI_PROXIES": "1"}
    if connection.vendor == "postgresql":
        return _environment_of_the_test_database() | key
    (tmp_path / "nigiri.sqlite3").symlink_to(connection.settings_dict["NAME"])
    return environment(tmp_path) | key


def record(row, table, winner=Winner.WHITE, round_=1):
    game = PairingRow.objects.get(tournament=row, round=round_, table=table)
    carry_out(str(row.id), RecordResult(game_id=str(game.game_id), result=Result(winner=winner)), a_context())
    return version_of(row)


def opened(stack, port, path=LIVE, **headers):
    """A stream that has begun, and what it began with."""
    stream = stack.enter_context(Stream(port, path, **headers))
    status, told = stream.head()
    assert (status, told["content-type"]) == (200, "text/event-stream")
    return stream, stream.message()


def test_a_result_is_told_to_all_with_names_and_the_version(row, own):
    with streaming(own, port := free_port()), ExitStack() as stack:
        streams = [opened(stack, port) for _ in range(50)]
        assert {first[1] for _, first in streams} == {version_of(row)}
        version = record(row, 1)
        for stream, _ in streams:
            told = stream.until(version)
            assert [event for event, *_ in told] == ["result", "standings", "version"]
            assert told[0][2] == {"version": version, "changed": ["result", "standings"], "rounds": [1]}
            assert [id_ for _, id_, _ in told] == [None, None, version]


def test_what_is_not_published_is_told_by_its_version_alone(row, own):
    finish(row, 1)
    with streaming(own, port := free_port()), ExitStack() as stack:
        stream, _ = opened(stack, port)
        pair_round(str(row.id), PairRound(round=2, seed=0, reason="the hall closes"), a_context())
        [(event, _, told)] = stream.until(version_of(row))
        assert (event, told["changed"], told["rounds"]) == ("version", [], [])
        carry_out(str(row.id), PublishRound(round=2), a_context())
        told = stream.until(version_of(row))
        assert {"round"} <= {event for event, *_ in told}
        assert told[-1][2]["rounds"] == [2]


def test_who_comes_again_hears_what_was_missed_or_that_anything_may_be_another(row, own):
    with streaming(own, port := free_port()), ExitStack() as stack:
        stays, _ = opened(stack, port)
        with Stream(port, LIVE) as leaves:
            leaves.head()
            left = leaves.message()[1]
        versions = [record(row, table) for table in (1, 2, 3)]
        stays.until(versions[-1])
        back = stack.enter_context(Stream(port, LIVE, **{"Last-Event-ID": left}))
        back.head()
        told = back.until(versions[-1])
        assert {event for event, *_ in told} == {"result", "standings", "version"}
        same = stack.enter_context(Stream(port, LIVE, **{"Last-Event-ID": versions[-1]}))
        same.head()
        for wrong in ("0.0.0", "999999.0.0", "nonsense", "é" * 50):
            other = stack.enter_context(Stream(port, LIVE, **{"Last-Event-ID": wrong}))
            other.head()
            told = other.until(versions[-1])
            assert [event for event, *_ in told] == ["result", "ruling", "round", "standings", "version"]
        later = record(row, 4)
        assert same.until(later)[0][0] == "result"  # and nothing before it


@pytest.mark.postgresql
def test_a_cut_connection_and_a_lost_bell_are_made_good(row, own):
    with streaming(own, port := free_port()), ExitStack() as stack:
        stream, _ = opened(stack, port)
        with connection.cursor() as cursor:
            wait_until(lambda: listening(cursor))
            cursor.execute("ALTER TABLE tournaments_tournamentrow DISABLE TRIGGER USER")
            try:
                stream.until(record(row, 1))  # nobody rang
            finally:
                cursor.execute("ALTER TABLE tournaments_tournamentrow ENABLE TRIGGER USER")
            before = listening(cursor)
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            stream.until(record(row, 2))
            wait_until(lambda: listening(cursor) - before)
            stream.until(record(row, 3))


def listening(cursor):
    """The connections that do, one for each server of streams."""
    cursor.execute(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%%'"
    )
    return {pid for (pid,) in cursor.fetchall()}


@pytest.mark.postgresql
def test_viewers_cost_no_connections_and_no_queries_of_their_own(row, own):
    with streaming(own, port := free_port()), ExitStack() as stack, connection.cursor() as cursor:
        streams = [opened(stack, port)[0] for _ in range(50)]
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        [(connections,)] = cursor.fetchall()
        assert connections <= 2 + 4 + 2  # ours, those of the threads, the listener, the looker
        for stream in streams:
            stream.link.settimeout(60)
        version = record(row, 1)
        for stream in streams:
            stream.until(version)


def test_a_server_that_was_killed_is_resumed_from_at_another(row, own):
    with streaming(own, port := free_port()) as server, ExitStack() as stack:
        stream, first = opened(stack, port)
        os.killpg(server.pid, signal.SIGKILL)
        assert stream.message() is None
    version = record(row, 1)
    with streaming(own, port), ExitStack() as stack:
        again = stack.enter_context(Stream(port, LIVE, **{"Last-Event-ID": first[1]}))
        again.head()
        assert again.until(version)[-1][1] == version


def test_a_server_that_stops_ends_its_streams_as_streams_end(row, own):
    with streaming(own, port := free_port()) as server, ExitStack() as stack:
        stream, _ = opened(stack, port)
        begun = time.monotonic()
        server.terminate()
        assert stream.line() is None or stream.message() is None
        assert server.wait(20) == 0
        sys.stdout.write(f"\nstopped after {time.monotonic() - begun:.1f} s")


def test_whoever_does_not_read_is_cut_off_and_holds_up_nobody(row, own):
    """Soon, in this test; the place that it had is free then."""
    own |= {"NIGIRI_VIEWERS": "2"}
    with streaming(own, port := free_port(), module="tests.faults.impatient"), ExitStack() as stack:
        silent, _ = opened(stack, port, receives=1024)
        reader, _ = opened(stack, port)
        refused(port, "192.0.2.1")
        wait_until(lambda: is_let_in(port, "192.0.2.1"))
        silent.link.close()
        reader.until(record(row, 1))


def test_there_are_places_for_all_and_for_one_address_and_a_free_one_is_given_again(row, own):
    own |= {"NIGIRI_VIEWERS": "3", "NIGIRI_VIEWERS_OF_ONE": "2"}
    with streaming(own, port := free_port()), ExitStack() as stack:
        hall = [opened(stack, port, **{"X-Forwarded-For": "192.0.2.1"})[0] for _ in range(2)]
        refused(port, "192.0.2.1")
        opened(stack, port, **{"X-Forwarded-For": "192.0.2.2"})
        refused(port, "192.0.2.3")
        hall[0].link.close()
        wait_until(lambda: is_let_in(port, "192.0.2.3"))


def refused(port, address):
    with Stream(port, LIVE, **{"X-Forwarded-For": address}) as stream:
        status, headers = stream.head()
    assert (status, headers["retry-after"]) == (503, "30")


def is_let_in(port, address):
    with Stream(port, LIVE, **{"X-Forwarded-For": address}) as stream:
        return stream.head()[0] == 200


def test_what_is_hidden_is_streamed_to_those_who_may_read_it(row, own, client):
    carry_out(str(row.id), Unpublish(), a_context())
    client.force_login(an_account("director", Office.DIRECTOR))
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    with streaming(own, port := free_port()), ExitStack() as stack:
        director, _ = opened(stack, port, Cookie=cookie)
        for others in ({}, {"Cookie": "sessionid=wrong"}, {"Authorization": "Token wrong"}):
            with Stream(port, LIVE, **others) as stream:
                assert stream.head()[0] == 404
        carry_out(str(row.id), Publish(), a_context())
        wait_until_ended(director)  # rights are asked again where who may see it is another
        public, _ = opened(stack, port)
        carry_out(str(row.id), Unpublish(), a_context())
        wait_until_ended(public)


def wait_until_ended(stream):
    while stream.message():
        pass


def test_a_game_is_followed_alone(row, own):
    one = PairingRow.objects.filter(tournament=row, table=1).get()
    with streaming(own, port := free_port()), ExitStack() as stack:
        stream, first = opened(stack, port, f"/tournaments/open/games/{one.game_id}/live/")
        assert first[1] == version_of_game(one.pk)
        record(row, 2)
        record(row, 1)
        told = stream.message()
        assert told[1] == version_of_game(one.pk)  # of the other game nothing was told


def test_a_server_without_streams_says_so(row, client):
    answer = client.get(LIVE, headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.content) == (204, b"")
    assert client.get(LIVE).content.decode() == version_of(row)


def test_programs_have_the_same_stream_by_rest(row, own, api):
    address = "/api/v1/tournaments/open/live/"
    answer = api.get(address)
    assert answer.json() == {"version": version_of(row)}
    assert api.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    refusal = api.get(address, headers={"Accept": "text/event-stream"})
    assert (refusal.status_code, refusal.json()["code"]) == (406, "not_acceptable")
    with streaming(own, port := free_port()), ExitStack() as stack:
        stream, first = opened(stack, port, address)
        assert first[1] == version_of(row)
        assert stream.until(record(row, 1))[0][0] == "result"
        with Stream(port, "/api/v1/tournaments/nothing/live/") as none:
            assert none.head()[0] == 404
