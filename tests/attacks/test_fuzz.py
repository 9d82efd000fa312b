"""The fuzzer itself, in this process: it reaches every address, and tells what it should.

Its hours are those of `python -m tests.attacks.fuzz`.
"""

import logging
from random import Random
from time import monotonic

import pytest
from django.db import transaction
from django.test import Client

from tests.attacks.fuzz.asked import Answered
from tests.attacks.fuzz.house import visit
from tests.attacks.fuzz.people import Person
from tests.attacks.fuzz.run import Run

pytestmark = pytest.mark.django_db
TRACED = logging.Formatter()


class InProcess:
    """Sends to the code without a server; what a request did is undone."""

    def __init__(self, caplog):
        self._client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self._log = caplog

    def __call__(self, asked):
        self._log.clear()
        self._client.cookies.clear()
        begun = monotonic()
        with transaction.atomic():
            kind = asked.headers.get("Content-Type", "")
            headers = {name: value for name, value in asked.headers.items() if name != "Content-Type"}
            told = self._client.generic(asked.method, asked.target, asked.body, kind, headers=headers)
            transaction.set_rollback(True)
        return Answered(
            status=told.status_code,
            seconds=monotonic() - begun,
            headers={name.lower(): value for name, value in told.items()},
            body=b"" if told.streaming else told.content,
            logged="\n".join(self._tracebacks()),
        )

    def _tracebacks(self):
        return [TRACED.formatException(one.exc_info) for one in self._log.records if one.exc_info]


def test_every_route_is_asked_and_nothing_is_found(caplog):
    run = Run(Random(2026), InProcess(caplog), [].append)
    run.laps(1, rounds=1, each=1)
    assert not run.finds
    assert len(run.counts.routes) == len(run.routes) > 400
    assert {"nobody", "session", "token", "link", "forged"} <= set(run.counts.by_kind)
    assert run.counts.judged > 20


FAULTS = {
    "traceback": Answered(status=404, seconds=0, headers={}, logged="Traceback: KeyError"),
    "let in against the table of rights": Answered(status=200, seconds=0, headers={}),
}


@pytest.mark.parametrize("why", FAULTS)
def test_a_fault_is_found_and_told_once(why):
    told = []
    run = Run(Random(1), lambda _: FAULTS[why], told.append)
    house = visit(published=False, mark="-x")
    run.maker.enter(house, (Person(kind="nobody"),), ())
    route = next(route for route in run.routes if route.name == "api:tournament")
    for _ in range(2):
        run.step(route, "GET", plain=True)
    assert [find.why for find in told] == [why]
    assert run.finds.total() == 2
    assert f"FOUND {why}" in told[0].line()
