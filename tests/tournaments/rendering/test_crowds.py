"""Many who ask for bodies of one address while its versions change: each gets theirs, or a newer one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.core.cache import cache

from tournaments.rendering import keeping
from tournaments.rendering.keeping import kept_or_made
from tournaments.rendering.rendered import Rendered
from tournaments.rendering.wanted import Wanted

LINE = "rendered:of-a-test"


@pytest.fixture(autouse=True)
def empty():
    cache.clear()
    keeping.forget()
    yield
    cache.clear()
    keeping.forget()


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


def test_each_version_is_made_once():
    assert [asked(version) for version in (1, 2, 2, 3)] == ["of 1", "of 2", "of 2", "of 3"]


def test_who_waited_while_something_newer_was_made_gets_that():
    turn = keeping._turn(LINE)  # who still waits holds it
    with ThreadPoolExecutor() as pool:
        maker = Maker(pool, 2)
        waiting = [pool.submit(kept_or_made, of(version), never) for version in (2, 1, 2)]
        assert not any(one.done() for one in waiting)
        maker.ends.set()
        assert [one.result().body for one in waiting] == [b"of the maker"] * 3
    assert turn.made == of(2)
    assert asked(2, "anew") == "of the maker"


def test_nobody_gets_anything_older_than_they_asked_for():
    with ThreadPoolExecutor() as pool:
        maker = Maker(pool, 2)
        waiting = pool.submit(asked, 3)
        maker.ends.set()
        assert waiting.result() == "of 3"


def test_what_is_newer_in_one_thing_and_older_in_another_is_not_newer():
    assert of(3, 1, 1).is_at_least(of(2, 1, 1))
    assert not of(3, 0, 1).is_at_least(of(2, 1, 1))  # it went to another house, where less has changed


def test_who_fails_to_make_it_leaves_the_place(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    with pytest.raises(AssertionError):
        kept_or_made(of(1), never)
    assert asked(1) == "of 1"
