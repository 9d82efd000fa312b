"""The program itself under a mixed load: the checker of histories finds no fault.

One client after the other, a fixed seed, a clock that counts: nothing depends on time.
"""

import json
import random
from itertools import count

import pytest
from django.db import connection
from rest_framework.test import APIClient

from tests.faults.history import check
from tests.faults.load.log import PEOPLE, QUERY, as_events, logged
from tests.faults.load.people import town
from tests.faults.load.recorder import Answer, Recorder
from tests.faults.load.world import make
from tests.sizes import size

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]
STEPS = size(150, long=3000)


def send(method, path, body, headers):
    client = APIClient(raise_request_exception=False)
    data = "" if body is None else json.dumps(body)
    response = client.generic(method, path, data, content_type="application/json", headers=headers)
    return Answer(response.status_code, response.headers, response.content.decode())


def stored(after=0):
    with connection.cursor() as cursor:
        cursor.execute(QUERY.format(after=after))
        events = logged(cursor.fetchall())
        cursor.execute(PEOPLE)
        return [*events, *as_events(name for (name,) in cursor.fetchall())]


def anomalies(steps=STEPS, seed=7):
    """What the checker says of this many steps of everybody."""
    world, history, chance, ticks = make(events=1), [], random.Random(seed), count()
    before = len(stored())
    recorder = Recorder(
        send=send, clock=lambda: float(next(ticks)), pause=lambda _: None, keep=history.append
    )
    stories = town(recorder, world, seed)[::3]  # each of them soon has something to repeat
    for _ in range(steps):
        story = chance.choice(stories)
        if chance.random() < 0.2:
            story.me.repeat()
        else:
            next(story.steps)
    assert not [status for status, _ in recorder.statuses if status >= 500]
    return check(history, stored(after=before)), recorder


def test_the_program_as_it_is_has_no_fault():
    found, recorder = anomalies()
    assert found == []
    assert {status for status, _ in recorder.statuses} == {200, 201}
