"""A crowd is given the body of just before while the next one is made; who comes alone never is."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.core.cache import cache

from tests.conftest import wait_until
from tournaments.rendering import crowds, keeping
from tournaments.rendering.crowds import Turn, Wanted, newest_of, publish
from tournaments.rendering.keeping import kept_or_made
from tournaments.rendering.rendered import Rendered

LINE = "rendered:of-a-test"


@pytest.fixture(autouse=True)
def empty():
    cache.clear()
    keeping.forget()
    crowds._resting.clear()
    yield
    cache.clear()
    keeping.forget()
    crowds._resting.clear()


def of(version, *others):
    return Wanted(LINE, (version, *(others or (0, 0))))


def body(text):
    return Rendered(body=text.encode(), zipped=False, headers=(), etag=f'"{text}"', marks=())


def asked(version, text=None):
    """What somebody gets who is told this version, and makes this if it has to be made."""
    return kept_or_made(of(version), lambda: body(text or f"of {version}")).body.decode()


def never():
    raise AssertionError


class Maker:
    """Begins to make a version in a thread, and ends when it is told."""

    def __init__(self, pool, version):
        self.began, self.ends = Event(), Event()
        self.done = pool.submit(lambda: kept_or_made(of(version), self.make))
        assert self.began.wait(30)

    def make(self):
        self.began.set()
        assert self.ends.wait(30)
        return body("of the maker")


def test_who_comes_alone_gets_what_is_newest():
    assert [asked(version) for version in (1, 2, 2, 3)] == ["of 1", "of 2", "of 2", "of 3"]


def test_while_one_is_made_others_get_the_one_before(monkeypatch):
    monkeypatch.setattr(crowds, "LONGEST_REST", 0)
    asked(1)
    with ThreadPoolExecutor() as pool:
        maker = Maker(pool, 2)
        assert kept_or_made(of(2), never).body == kept_or_made(of(3), never).body == b"of 1"
        maker.ends.set()
        assert maker.done.result().body == b"of the maker"
    assert asked(2, "anew") == "of the maker"
    assert asked(3) == "of 3"


def test_what_is_a_second_old_is_given_to_nobody():
    asked(1)
    cache.delete(f"{LINE}:newest")  # as a second does
    with ThreadPoolExecutor() as pool:
        maker = Maker(pool, 2)
        waiting = pool.submit(kept_or_made, of(2), never)
        wait_until(lambda: not waiting.done())
        maker.ends.set()
        assert waiting.result().body == b"of the maker"


def test_who_waited_may_have_what_was_made_for_a_newer_version(monkeypatch):
    """It is at least as new as what they came for, and nothing older is made after it."""
    publish(of(5))
    keeping.memory.put(of(5).key, body("of 5"))
    assert kept_or_made(of(4), never).body == b"of 5"
    assert asked(6) == "of 6"


def test_a_crowd_has_it_made_a_part_of_the_time(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(crowds, "monotonic", lambda: now[0])
    turn = Turn()
    turn.rest(0.1)
    assert turn.is_free  # nobody asked meanwhile
    turn.is_crowded = True
    turn.rest(0.1)
    assert not turn.is_free
    now[0] += 0.1 * crowds.REST
    assert turn.is_free
    turn.is_crowded = True
    turn.rest(60)
    now[0] += crowds.LONGEST_REST
    assert turn.is_free


def test_the_newest_is_never_replaced_by_an_older_one():
    publish(of(2, 1, 1))
    publish(of(2, 0, 1))
    assert newest_of(LINE) == of(2, 1, 1)
    publish(of(3, 1, 0))  # the tournament went to another house, whose people changed less often
    assert newest_of(LINE) == of(3, 1, 0)


def test_processes_that_cannot_tell_each_other_give_nothing_old(monkeypatch, settings):
    publish(of(1))
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert newest_of(LINE) == of(1)
    monkeypatch.setattr(crowds.breaker_of(settings.REDIS_URL), "_gone", 0.0)
    assert newest_of(LINE) is None


def test_another_process_that_makes_it_leaves_the_one_before(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    asked(1)
    cache.add(f"{LINE}:busy", 1, 60)
    assert kept_or_made(of(2), never).body == b"of 1"
    cache.delete(f"{LINE}:busy")
    assert asked(2) == "of 2"


def test_who_fails_to_make_it_leaves_the_place(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with pytest.raises(AssertionError):
        kept_or_made(of(1), never)
    assert asked(1) == "of 1"
