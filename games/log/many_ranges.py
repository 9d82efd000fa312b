"""The events verified in ranges, by so many processes.

Each range begins with what is stored as the ends of its streams before it. Where no range has a fault, these
are what the ranges before lead to, and a reading in order would have found none. Where one has, ``verify``
reads all in order: what is said of later events depends on earlier ones. So faults are always the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from django.db import DatabaseError

from games.log import raw, statements, store
from games.log.processes import pool
from games.log.progress import Report, silent
from games.log.since import Continued, LookedUp
from games.log.tree.checking import TreeCheck, leaf_of
from games.log.verification import Begun, Fault, Tail, Tails, events, misfits, openings_fit

RANGE = 16_384  # events
LEAF = 32  # bytes


_ENDS = """
SELECT here.stream, before.version, before.digest
FROM (SELECT DISTINCT stream FROM games_event WHERE position > %s AND position <= %s) AS here
LEFT JOIN games_event AS before ON before.position = (
    SELECT position FROM games_event AS one WHERE one.stream = here.stream AND one.position <= %s
    ORDER BY one.version DESC LIMIT 1)
"""


class _Ends(Continued):
    """Those before a range, of the streams that it goes on with, in one query."""

    def __init__(self, after: int, upto: int) -> None:
        super().__init__(after)
        found = statements.select(_ENDS, [after, upto, after])
        self._before = {stream: (version or 0, digest or "") for stream, version, digest in found}

    def begin(self, stream: str) -> Tail:
        if stream not in self._before:
            return super().begin(stream)
        version, digest = self._before[stream]
        return Tail(version=version, links=(digest,))


@dataclass(slots=True)
class Read:
    """What a range leads to: ends of streams, and the leaves that its events are in the tree."""

    events: int = 0
    ends: dict[str, tuple[int, str]] = field(default_factory=dict)
    leaves: bytearray = field(default_factory=bytearray)


def verify_ranges(jobs: int, report: Report = silent) -> Begun | None:
    """What ``verify`` goes on from, None where it has to begin anew. Wants no open transaction."""
    head = store.head()
    begun = Begun(tails=Tails(), tree=TreeCheck(), pins=LookedUp(), position=0)
    with pool(jobs) as processes:
        for read in processes.map(partial(read_range, upto=head), range(0, head, RANGE)):
            if read is None:
                processes.shutdown(cancel_futures=True)
                return None
            _add(begun, read)
            report(begun.position)
    return begun


def _add(begun: Begun, read: Read) -> None:
    for stream, (version, digest) in read.ends.items():
        begun.tails[stream] = Tail(version=version, links=(digest,))
    for start in range(0, len(read.leaves), LEAF):
        begun.tree.take(bytes(read.leaves[start : start + LEAF]))
    begun.position += read.events


def read_range(after: int, *, upto: int) -> Read | None:
    """Of the events after a position, ``RANGE`` of them; None where anything is wrong."""
    upto = min(after + RANGE, upto)
    read = Read(events=upto - after)
    try:
        tails = _Ends(after, upto)
        found = next(_faults(tails, read, after, upto), None)
    except DatabaseError:
        return None
    read.ends = {stream: tail.end for stream, tail in tails.items()}
    return read if found is None and len(read.leaves) == read.events * LEAF else None


def _faults(tails: Tails, read: Read, after: int, upto: int) -> Iterator[Fault]:
    pins = LookedUp()
    rows = raw.rows(after, upto)
    yield from events(rows, tails, lambda row: read.leaves.extend(leaf_of(row)), pins, after=after)
    yield from misfits(pins.end())
    yield from openings_fit(after, upto)
