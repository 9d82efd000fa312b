"""What becomes of a unit whose process ends, without processes."""

import pytest

from deploy.supervising import unit as module
from deploy.supervising.unit import LONGEST, SHORT, Unit


class Clock:
    now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    """Time stands still until it is moved."""
    made = Clock()
    monkeypatch.setattr(module, "time", made)
    return made


@pytest.fixture
def told(monkeypatch):
    """Who is asked to end: a number for one, a negative one for a group."""
    asked = []
    monkeypatch.setattr(module, "tell", lambda pid: asked.extend([pid] if pid else []))
    monkeypatch.setattr(module, "tell_group", lambda group: asked.append(-group))
    return asked


@pytest.fixture
def web(clock, told, monkeypatch):
    """A unit that listens; its processes are 1, 2, 3."""
    numbers = iter(range(1, 5000))
    monkeypatch.setattr(Unit, "started", lambda _self, _told: next(numbers))
    unit = Unit("web", ("true",), listener=3)
    yield unit
    unit.hang_up()


def test_who_was_killed_is_replaced_at_once_and_its_own_leave_when_the_next_is_ready(web, clock, told):
    web.begin_if_due()
    web.take_over()
    clock.now += SHORT
    web.bury(1, -9, expected=False)
    assert told == []
    web.begin_if_due()
    assert (web.serving, web.coming) == (0, 2)
    web.take_over()
    assert (web.serving, told) == (2, [-1])


def test_new_code_that_ends_leaves_nothing_behind_and_the_old_serving(web, told):
    web.begin_if_due()
    web.take_over()
    web.begin_anew()
    web.bury(2, 1, expected=False)
    assert (web.serving, web.coming, web.waits, told) == (1, 0, False, [-2])


def test_a_second_hang_up_gives_up_who_is_not_ready(web, told):
    web.begin_if_due()
    web.take_over()
    web.begin_anew()
    web.begin_anew()
    assert (web.serving, web.coming, told) == (1, 3, [2])
    web.take_over()
    assert (web.serving, told) == (3, [2, 1])


def test_who_ends_again_and_again_is_given_time_and_never_given_up(web, clock):
    waits = []
    for _ in range(2000):
        web.begin_if_due()
        web.bury(web.coming, 1, expected=False)
        waits.append(web.due - clock.now)
        clock.now = web.due
    assert waits[:8] == [0, 1, 2, 4, 8, 16, LONGEST, LONGEST]
    assert waits[-1] == LONGEST


def test_a_command_that_is_not_there_is_tried_again(clock, told):
    unit = Unit("schedule", ("/nowhere/python",))
    unit.begin_if_due()
    assert (unit.serving, unit.coming, unit.waits, unit.failures) == (0, 0, True, 1)


def test_while_all_end_nobody_is_left(web, told):
    web.begin_if_due()
    web.take_over()
    web.end()
    web.bury(1, 0, expected=True)
    assert told == [1, -1]
