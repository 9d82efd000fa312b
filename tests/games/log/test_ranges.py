"""Verifying in ranges: what is found is what a reading in order finds."""

from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.log import append_only, checking, many_ranges, openings, raw, store, words
from games.log.pins import PinCheck
from games.log.tables import DamagedStream, Event, StreamHead
from games.log.tree.tables import TreeTile
from games.log.verification import Tails, events, verify
from tests.games.sample import AT, count, note

pytestmark = pytest.mark.django_db(transaction=True)
EVENTS = 300


@pytest.fixture
def log(transactional_db, monkeypatch):
    """Streams that go on through all ranges; no trigger protects them."""
    monkeypatch.setattr(many_ranges, "RANGE", 64)
    for place in range(EVENTS // 2):
        note(f"n:{place % 3}", "said")
        count(f"c:{place % 5}", 4)
    assert checking.check(AT).good  # tiles are written
    append_only.remove()
    yield
    Event.objects.all().delete()
    append_only.install()


@pytest.fixture
def by_one(monkeypatch):
    """Ranges are read in this process, each by itself."""
    processes = SimpleNamespace(map=map, shutdown=lambda **_: None)
    monkeypatch.setattr(many_ranges, "pool", lambda _: nullcontext(processes))


def alter(at, **columns):
    Event.objects.filter(position=at).update(**columns)


def drop(position):
    Event.objects.filter(position=position).delete()


def swap(position):
    """Two neighbours of one stream change places in the log."""
    one = Event.objects.get(position=position)
    other = Event.objects.filter(stream=one.stream, position__gt=position).order_by("position")[0]
    alter(one.position, position=100_000)
    alter(other.position, position=one.position)
    alter(100_000, position=other.position)


def insert(position):
    row = Event.objects.get(position=position)
    row.version += 1000
    row.position, row.ordinal = EVENTS + 1, 1000
    row.save(force_insert=True)


[OF_NOTHING] = words.sealed({"reason": "x"}, iter([bytes(32)]))[1]
"""What opens a commitment that no event has."""
FORGERIES = {
    "data": lambda position: alter(position, data='{"altered":1}'),
    "digest": lambda position: alter(position, digest="0" * 64),
    "dropped": drop,
    "swapped": swap,
    "inserted": insert,
    "head": lambda _: StreamHead.objects.filter(stream="n:1").update(version=7),
    "tile": lambda _: TreeTile.objects.filter(pk=0).update(hashes=b"\0" * 8192),
    "words": lambda position: openings.keep(
        [(position, words.sealed({"reason": "x"}, iter([bytes(32)]))[1][0])]
    ),
}


def test_the_ends_before_a_range_are_those_of_a_reading_in_order(log):
    for position in (1, 2, 63, 64, 65, 200):
        in_order = Tails()
        assert not list(events(raw.rows(0, position), in_order, lambda _: None, PinCheck()))
        found = many_ranges._Ends(position, EVENTS)
        for stream in ("n:0", "n:1", "n:2", "c:0", "c:4", "never"):
            assert found.end_of(stream) == in_order.end_of(stream)


def test_a_whole_log_is_read_once(log, by_one, monkeypatch):
    read, rows = [], raw.rows

    def noting(*given, **named):
        for row in rows(*given, **named):
            read.append(row.position)
            yield row

    monkeypatch.setattr(raw, "rows", noting)
    shown = []
    checked = checking.check(AT, shown.append, jobs=2)
    assert checked.good
    assert checked.events == EVENTS
    assert shown == [64, 128, 192, 256, 300]
    assert sorted(read[:EVENTS]) == list(range(1, EVENTS + 1))
    assert not set(read[EVENTS:]) & set(range(1, 257))  # the tile that is not full is made for the root


@pytest.mark.parametrize("position", [64, 65])
@pytest.mark.parametrize("forgery", FORGERIES)
def test_the_faults_are_those_of_a_reading_in_order(log, by_one, forgery, position):
    FORGERIES[forgery](position)
    in_order = list(verify())
    assert in_order
    assert list(checking.check(AT, jobs=2).faults) == in_order
    DamagedStream.objects.all().delete()


def test_what_is_stored_meanwhile_is_read_too(log, by_one, monkeypatch):
    begin, begun = many_ranges.verify_ranges, []

    def then_more(*given):
        begun.append(begin(*given))
        count("c:1", 4)
        count("new", 4)
        return begun[0]

    monkeypatch.setattr(checking, "verify_ranges", then_more)
    checked = checking.check(AT, jobs=2)
    assert checked.good
    assert begun[0].position == EVENTS
    assert checked.events == store.head() > EVENTS


@pytest.mark.postgresql
def test_two_processes_find_what_one_finds(log, capsys):
    call_command("verify", "--jobs", "2")
    assert capsys.readouterr().out == f"{EVENTS} events, every digest matches.\n"
    alter(100, data='{"altered":1}')
    in_order = list(verify())
    assert list(checking.check(timezone.now(), jobs=2).faults) == in_order != []
    DamagedStream.objects.all().delete()
