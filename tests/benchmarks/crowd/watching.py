"""Desks that enter results, readers that look for them, and what they saw."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPSConnection
from itertools import cycle
from math import inf
from time import monotonic, sleep

from tests.faults.load.driving import Pace

READERS, GLANCE = 3, 0.05  # seconds between two looks of one reader
VALUES = ("black", "white")


@dataclass(kw_only=True)
class Seen:
    """``written``: (when it was answered, version). ``read``: (reader, when it was answered, version)."""

    written: list = field(default_factory=list)
    read: list = field(default_factory=list)
    statuses: Counter = field(default_factory=Counter)

    def went_back(self):
        """Return how many reads showed less than the same reader had seen before."""
        newest, found = Counter(), 0
        for reader, _, version in self.read:
            found += version < newest[reader]
            newest[reader] = max(newest[reader], version)
        return found

    def longest_wait(self):
        """Return the seconds from the answer to a result to the first read that shows it, inf for never.

        Results of the last moments may not have been looked for any more.
        """
        looks = sorted((at, version) for _, at, version in self.read)
        if not looks:
            return inf
        waits = [
            next((read - at for read, version in looks if version >= of and read >= at), inf)
            for at, of in self.written
            if at < looks[-1][0] - 4
        ]
        return max(waits, default=inf)


class Link:
    """A connection that is kept; another one after a fault."""

    def __init__(self, port, tls):
        self.port, self.tls, self.open = port, tls, None

    def ask(self, method, path, body=None, **headers):
        """Return (status, version or None); status 0 where the connection was cut."""
        try:
            self.open = self.open or HTTPSConnection("localhost", self.port, timeout=30, context=self.tls)
            told = {"Content-Type": "application/json", "Accept-Encoding": "gzip", **headers}
            self.open.request(method, path, body and json.dumps(body), told)
            answer = self.open.getresponse()
            answer.read()
            return answer.status, version_in(answer.headers.get("ETag", ""))
        except (OSError, HTTPException):
            self.open = None
            return 0, None


def version_in(etag):
    digits = etag.removeprefix("W/").strip('"').partition("-")[0].partition(".")[0]
    return int(digits) if digits.isdecimal() else None


def path_of(world):
    return f"/api/v1/tournaments/{world['slug']}/standings/"


def watched(world, rate, work, link):
    """Return the value of ``work()`` and what was seen meanwhile. ``link()``: a new one."""
    seen, ended = Seen(), threading.Event()
    pace = Pace(rate, monotonic() + 3600)
    with ThreadPoolExecutor(READERS + len(world["desks"])) as pool:
        others = [pool.submit(_read, seen, ended, path_of(world), one, link()) for one in range(READERS)]
        others += [
            pool.submit(_write, seen, ended, world, one, pace, link()) for one in range(len(world["desks"]))
        ]
        try:
            done = work()
        finally:
            ended.set()
        for one in others:
            one.result()
    return done, seen


def _write(seen, ended, world, number, pace, link):
    """One desk with games of its own, each entered the other way around the next time."""
    games = world["games"][number :: len(world["desks"])]
    told = ((game, value) for value in cycle(VALUES) for game in games)
    while not ended.is_set() and pace.wait():
        game, value = next(told)
        path = f"/api/v1/games/{game}/result/"
        token = {"Authorization": f"Token {world['desks'][number]}"}
        status, version = link.ask("PUT", path, {"result": value}, **token)
        seen.statuses[f"write {status}"] += 1
        if status == 200 and version is not None:
            seen.written.append((monotonic(), version))


def _read(seen, ended, path, number, link):
    while not ended.is_set():
        status, version = link.ask("GET", path)
        seen.statuses[f"read {status}"] += 1
        if status == 200 and version is not None:
            seen.read.append((number, monotonic(), version))
        sleep(GLANCE)
