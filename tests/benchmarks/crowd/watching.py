"""Who enters results, who looks for them, and whether anybody saw an older version after a newer one."""

import json
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from itertools import cycle
from time import monotonic, sleep

from tests.faults.load.driving import Pace

READERS, GLANCE = 3, 0.05  # seconds between two looks of one reader
SEEN_WITHIN = 2.0
VALUES = ("black", "white")


@dataclass(kw_only=True)
class Seen:
    """``written``: (when it was answered, version). ``read``: (reader, begin, end, version)."""

    written: list = field(default_factory=list)
    read: list = field(default_factory=list)
    others: Counter = field(default_factory=Counter)

    def went_back(self):
        """Reads that were answered with less than the same reader had seen before."""
        newest, found = Counter(), 0
        for reader, _, _, version in self.read:
            found += version < newest[reader]
            newest[reader] = max(newest[reader], version)
        return found

    def too_late(self):
        """Reads that were begun two seconds after the answer to a result, and did not show it."""
        return sum(
            version < max((of for at, of in self.written if at + SEEN_WITHIN < begin), default=0)
            for _, begin, _, version in self.read
        )

    def stale(self):
        """Reads that were begun after the answer to a result, and did not show it."""
        return sum(
            version < max((of for at, of in self.written if at < begin), default=0)
            for _, begin, _, version in self.read
        )

    def longest_wait(self):
        """Seconds from the answer to a result to the end of the first read that shows it."""
        ends = sorted((end, version) for _, _, end, version in self.read)
        waits = [
            next((end - at for end, v in ends if v >= of and end >= at), None) for at, of in self.written
        ]
        return max((wait for wait in waits if wait is not None), default=0.0)


class Door:
    """``connect()``: a connection of http.client, which is kept; another one after a fault."""

    def __init__(self, port, tls=None, seconds=30):
        self.port, self.tls, self.seconds, self.link = port, tls, seconds, None

    def ask(self, method, path, body=None, **headers):
        """(status, version or None); status 0 where the connection was cut."""
        try:
            self.link = self.link or self._connected()
            told = {"X-Forwarded-Proto": "https", "Content-Type": "application/json", **headers}
            self.link.request(method, path, body and json.dumps(body), told)
            answer = self.link.getresponse()
            answer.read()
            if answer.will_close:
                self._close()
            return answer.status, version_in(answer.headers.get("ETag", ""))
        except (OSError, HTTPException):
            self._close()
            return 0, None

    def _connected(self):
        if self.tls:
            return HTTPSConnection("localhost", self.port, timeout=self.seconds, context=self.tls)
        return HTTPConnection("localhost", self.port, timeout=self.seconds)

    def _close(self):
        if self.link:
            self.link.close()
        self.link = None


def version_in(etag):
    digits = etag.removeprefix("W/").strip('"').partition("-")[0]
    return int(digits) if digits.isdecimal() else None


def watched(world, rate, work, door):
    """``work()`` while results are entered and looked for: its value, and what was seen.

    ``door()``: a new one.
    """
    seen, ended = Seen(), threading.Event()
    with ThreadPoolExecutor(READERS + len(world["desks"])) as pool:
        readers = [pool.submit(_read, seen, ended, world, number, door()) for number in range(READERS)]
        pace = Pace(rate, monotonic() + 3600)
        desks = [
            pool.submit(_write, seen, ended, world, number, pace, door())
            for number in range(len(world["desks"]))
        ]
        try:
            done = work()
        finally:
            ended.set()
        for one in (*readers, *desks):
            one.result()
    return done, seen


def _write(seen, ended, world, number, pace, door):
    """One desk with games of its own, each entered the other way around the next time."""
    games = world["games"][number :: len(world["desks"])]
    told = ((game, value) for value in cycle(VALUES) for game in games)
    while not ended.is_set() and pace.wait():
        game, value = next(told)
        path = f"/api/v1/tournaments/{world['slug']}/games/{game}/result/"
        token = {"Authorization": f"Token {world['desks'][number]}"}
        status, version = door.ask("PUT", path, {"result": value}, **token)
        seen.others[f"write {status}"] += 1
        if status == 200 and version is not None:
            seen.written.append((monotonic(), version))


def _read(seen, ended, world, number, door):
    while not ended.is_set():
        begin = monotonic()
        status, version = door.ask("GET", path_of(world), **{"Accept-Encoding": "gzip"})
        seen.others[f"read {status}"] += 1
        if status == 200 and version is not None:
            seen.read.append((number, begin, monotonic(), version))
        sleep(GLANCE)


def path_of(world):
    return f"/api/v1/tournaments/{world['slug']}/standings/"
