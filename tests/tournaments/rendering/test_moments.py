"""A crowd sees a tournament as it was at one moment; nobody sees an older version after a newer one."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.cache import cache
from django.test import Client

from tests.builders import a_context, a_tournament
from tournaments.commands import carry_out
from tournaments.deciding.setting_up import ChangeDetails
from tournaments.events.setting_up import Details
from tournaments.rendering import crowds

ADDRESS = "/api/v1/tournaments/open/"
MANY = 5


class Clock:
    """The monotonic clock, as far as crowds are concerned."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(crowds, "monotonic", clock)
    return clock


@pytest.fixture
def row(settings, transactional_db):
    settings.CROWD = MANY
    return a_tournament(players=4)


def version():
    return int(Client().get(ADDRESS)["ETag"].strip('"').partition("-")[0])


def renamed(row, name):
    carry_out(str(row.pk), ChangeDetails(details=Details(name=name)), a_context())


def test_a_few_see_each_change_at_once(row, clock):
    before = version()
    for number in range(1, 4):
        renamed(row, f"Open {number}")
        assert version() == before + number


def test_a_crowd_sees_one_moment_and_then_the_next(row, clock):
    seen = {version() for _ in range(2 * MANY)}
    renamed(row, "Another")
    assert {version() for _ in range(MANY)} == seen
    clock.now += crowds.MOMENT
    assert version() == max(seen) + 1


def test_a_crowd_that_has_gone_is_none(row, clock):
    for _ in range(2 * MANY):
        version()
    clock.now += crowds.COUNTED + crowds.MOMENT
    version()  # this one was still counted with them
    clock.now += crowds.COUNTED + crowds.MOMENT
    before = version()
    renamed(row, "Another")
    assert version() == before + 1


def test_a_thread_that_was_held_up_takes_nothing_back(row, clock, monkeypatch):
    """It read before a change, and is heard after another thread has shown that."""
    before = crowds.numbers_of("open")
    renamed(row, "Another")
    shown = version()
    monkeypatch.setattr(crowds, "numbers_of", lambda _: before)
    assert {version() for _ in range(2 * MANY)} == {shown}
    clock.now += crowds.FORGOTTEN + crowds.MOMENT
    assert crowds.shown_now("open").numbers == before


def test_addresses_of_nothing_are_not_counted(row, clock):
    seen = {version() for _ in range(2 * MANY)}
    for number in range(20):
        assert Client().get(f"/api/v1/tournaments/none-{number}/").status_code == 404
    assert list(crowds._crowds) == ["open"]
    renamed(row, "Another")
    assert {version()} == seen


def test_where_nobody_agrees_nobody_holds(row, clock, settings):
    settings.DATABASE_URL, settings.REDIS_URL = "postgresql://elsewhere/", ""
    before = {version() for _ in range(2 * MANY)}
    renamed(row, "Another")
    assert version() == max(before) + 1


def test_nothing_is_held_where_it_is_not_wanted(row, clock, settings):
    settings.CROWD = 0
    before = {version() for _ in range(2 * MANY)}
    renamed(row, "Another")
    assert version() == max(before) + 1


@pytest.mark.redis
def test_who_is_no_part_of_a_crowd_sees_what_another_process_holds(row, monkeypatch):
    monkeypatch.setattr(crowds, "MOMENT", 60)
    numbers = crowds.numbers_of("open")
    cache.newest(f"shown:{numbers.tournament_id}", numbers[1:], 60, 60)
    before = version()
    renamed(row, "Another")
    assert version() == before


@pytest.mark.redis
def test_the_newest_numbers_hold():
    assert cache.newest("of", (5, 1, 9), 0, 60) == ([5, 1, 9], 0)
    assert cache.newest("of", (4, 1, 9), 0, 60) == ([5, 1, 9], 0)  # read before, told after
    assert cache.newest("of", (10, 1, 2), 0, 60) == ([10, 1, 2], 0)  # elsewhere fewer people have changed
    assert cache.newest("of", (10, 1, 3), 60, 60)[0] == [10, 1, 3]
    held, left = cache.newest("of", (11, 1, 3), 60, 60)
    assert held == [10, 1, 3]
    assert 0 < left <= 60


@pytest.mark.redis
def test_a_clock_that_was_set_back_holds_nothing_longer():
    cache.newest("of", (5,), 60, 60)
    assert cache.newest("of", (6,), 0, 1) == ([6], 0)


@pytest.mark.redis
def test_numbers_that_a_restored_database_does_not_have_are_forgotten():
    """Whoever tells lower ones does not keep them alive."""
    client = cache._cache.get_client(write=True)
    cache.newest("of", (5,), 0, 1)
    client.pexpire(cache.make_key("of"), 5000)
    assert cache.newest("of", (4,), 1, 1)[0] == [5]
    assert client.pttl(cache.make_key("of")) <= 5000


@pytest.mark.redis
def test_no_reader_goes_back_whatever_the_others_do():
    """Eight read something that grows, hold it or not, and are held up between reading and telling."""
    grown, told = [0], threading.Event()

    def reader(seed):
        chance, seen = random.Random(seed), [0]
        while not told.is_set():
            read = grown[0]
            told.wait(chance.choice((0, 0, 0.002)))
            newest, _ = cache.newest("grown", (read,), chance.choice((0, 0, 0.003)), 1)
            assert newest[0] >= seen[-1]
            seen.append(newest[0])
        return seen

    with ThreadPoolExecutor(8) as pool:
        readers = [pool.submit(reader, seed) for seed in range(8)]
        for number in range(300):
            grown[0] = number
            told.wait(0.002)
        told.set()
        assert all(len(set(one.result())) > 1 for one in readers)
