"""Clients in threads: so many writes a second, reads beside them, on one clock."""

import json
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from itertools import count
from time import monotonic, sleep

from tests.faults.load.recorder import Answer

CLIENTS, READERS = 24, 4
READS_A_SECOND = 8
REPEATED = 0.03  # of the writes, once more long after
TIMEOUT = 30


def sender(port):
    """``send`` of a recorder: one connection a request."""

    def send(method, path, body, headers):
        connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read().decode())
        except (OSError, HTTPException) as cut:
            return Answer(0, {}, repr(cut))
        finally:
            connection.close()

    return send


def drive(recorder, stories, world, seconds, rate, seed):
    """Returns when all writes that were begun are answered."""
    until, chances = monotonic() + seconds, [random.Random(f"{seed}/{n}") for n in range(CLIENTS + READERS)]
    writing, reading = Pace(rate, until), Pace(READS_A_SECOND, until)
    with ThreadPoolExecutor(CLIENTS + READERS) as pool:
        told = [pool.submit(_write, stories, writing, chance) for chance in chances[READERS:]]
        told += [pool.submit(_read, recorder, world, reading, chance) for chance in chances[:READERS]]
        for one in told:
            one.result()


class Pace:
    """One ticket each so many seconds, for whoever asks first; late ones at once."""

    def __init__(self, rate, until):
        self.rate, self.until, self.begun = rate, until, monotonic()
        self._numbers, self._lock = count(), threading.Lock()

    def wait(self):
        """Whether there is time for another."""
        with self._lock:
            due = self.begun + next(self._numbers) / self.rate
        if due >= self.until or monotonic() >= self.until:
            return False
        sleep(max(0.0, due - monotonic()))
        return True


def _write(stories, pace, chance):
    while pace.wait():
        story = _free(stories, chance)
        try:
            if chance.random() < REPEATED:
                story.me.repeat()
            before = story.me.written
            while story.me.written == before:
                next(story.steps)
        finally:
            story.lock.release()


def _free(stories, chance):
    while True:
        story = chance.choice(stories)
        if story.lock.acquire(blocking=False):
            return story
        sleep(0.001)


def _read(recorder, world, pace, chance):
    """What the hall looks at; pages too, whose apologies count."""
    while pace.wait():
        event, desk = chance.choice(world["events"]), chance.choice(world["desks"])
        slug = event["slug"]
        what = chance.choice(("standings", "rounds/1/pairings", "page"))
        path = f"/tournaments/{slug}/" if what == "page" else f"/api/v1/tournaments/{slug}/{what}/"
        register = "" if what == "page" else f"{event['stream']}/"
        recorder.read(what, path, desk["token"], register, lambda _: None)
