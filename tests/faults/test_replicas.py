"""Reads on a PostgreSQL that follows another: never stale, whatever becomes of it."""

import json
import subprocess
import sys
from itertools import count, islice

import pytest

from tests.alerting import fire, needs_promtool
from tests.conftest import ROOT, wait_until
from tests.faults.conflicting import SLEEPER
from tests.faults.followed import House, at
from tests.faults.serving import serving, tell
from tests.services import postgresql_server, standby_of, start_patiently

pytestmark = pytest.mark.postgresql
WRITES = 15
WITHIN = 10  # seconds, in which everything is answered
NUMBERS = count(1)  # of writes: one that is sent again is answered as before


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    with postgresql_server() as writer, standby_of(writer) as replica:
        folder = tmp_path_factory.mktemp("house")
        house = House(folder, writer, replica)
        with serving(house.environment, house.port, folder / "log"):
            house.begin()
            yield house


@pytest.fixture
def director(house):
    """Before each test the replica is asked."""
    wait_until(lambda: set(house.read_by(house.director.read)) == {("replica-1", "")}, seconds=60)
    return house.director


def correction(director, number):
    """Of the entry that the write of this number changes, as a stranger sees it and as the director does."""
    answers = [read(director.entry(number)) for read in (director.read, director.look)]
    assert [status for status, *_ in answers] == [200, 200], answers
    return [json.loads(text)["correction"] for *_, text in answers]


def corrected(director, number):
    """What the write answered, and what whoever reads afterwards sees."""
    status, _, _, text = director.correct(number)
    assert status == 200, text
    return json.loads(text)["correction"], correction(director, number)


def all_fresh(director):
    seen = [corrected(director, number) for number in islice(NUMBERS, WRITES)]
    assert [read for _, read in seen] == [[written] * 2 for written, _ in seen]


def test_whoever_reads_after_a_write_sees_it(house, director):
    """Of a replica, which is a little behind all the time."""
    by = house.read_by(lambda: all_fresh(director))
    tell(f"{2 * WRITES} reads, each after a write: {by}")
    assert by.get(("replica-1", ""), 0) > 0


def test_while_it_is_behind_the_writer_answers(house, director):
    kept = f"/tournaments/{director.slug}/players/"
    before = director.read(kept)[3]
    with house.behind():
        by = house.read_by(lambda: all_fresh(director))
        page = director.read(kept)[3]
        assert_health_says(house, "replica-1 is behind")
        assert house.doctor() == (False, "is behind")
    assert set(by) == {("writer", "behind")}
    assert page != before
    assert director.read(kept)[3] == page
    wait_until(lambda: set(house.read_by(director.look)) == {("replica-1", "")})
    assert house.doctor() == (True, "follows")


@needs_promtool
def test_while_it_is_away_the_writer_answers_and_the_alert_goes_off(house, director):
    before = director.metrics()
    house.stop_replica()
    try:
        by = house.read_by(lambda: all_fresh(director))
        assert_health_says(house, "replica-1 is away")
        fire(before, director.metrics(), {"NigiriReplicaLost"})
    finally:
        start_patiently(house.replica.start)
    assert set(by) == {("writer", "away")}
    wait_until(lambda: set(house.read_by(director.look)) == {("replica-1", "")})


def test_while_it_is_frozen_the_writer_answers_within_seconds(house, director):
    with house.frozen():
        answers = [director.look() for _ in range(WRITES)]
        assert_health_says(house, "replica-1 is away")
    assert {status for status, *_ in answers} == {200}
    slowest, next_one = sorted(seconds for _, seconds, *_ in answers)[-1:-3:-1]
    tell(f"frozen: {WRITES} reads, slowest {slowest:.3f} s, then {next_one:.3f} s")
    assert slowest < WITHIN
    wait_until(lambda: set(house.read_by(director.look)) == {("replica-1", "")})


def test_a_read_that_is_in_the_way_of_what_is_replayed_goes_to_the_writer(house):
    """PostgreSQL cancels it, as "conflict with recovery"."""
    at(house.writer, "CREATE TABLE scratch (x int)")
    at(house.replica, "ALTER SYSTEM SET max_standby_streaming_delay = 0", "SELECT pg_reload_conf()")
    command = [sys.executable, "-m", "tests.faults.conflicting"]
    with subprocess.Popen(command, cwd=ROOT, env=house.environment, stdout=subprocess.PIPE) as reader:
        active = f"SELECT 1 FROM pg_stat_activity WHERE query = '{SLEEPER}' AND state = 'active'"
        wait_until(lambda: house.at_replica(active))
        at(house.writer, "TRUNCATE scratch", "INSERT INTO scratch VALUES (1)")
        told, _ = reader.communicate(timeout=60)
    assert json.loads(told) == [1, "writer", "failed"]


def test_once_it_is_promoted_it_is_asked_no_more(house, director):
    """It is the writer of a history of its own then."""
    house.at_replica("SELECT pg_promote()")
    at(house.replica, "UPDATE tournaments_entryrow SET correction = correction + 50")
    by = house.read_by(lambda: all_fresh(director))
    assert set(by) == {("writer", "away")}
    assert_health_says(house, "replica-1 is away")


def assert_health_says(house, words):
    status, said = house.director.health()
    assert (status, [words in one for one in said].count(True)) == (200, 1), said
