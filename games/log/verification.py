"""Does the log still say what was written? Finds every altered, missing and inserted event.

Seen: any change of any column of an event (its digest covers all of them, position too); a missing event (a
gap in a stream's versions and in the positions), the missing end of a stream (``StreamHead``) or of the log
(``ProjectionPosition``); an inserted one (no digest follows from its predecessor, or it lies behind the
head); what lies beside the log and does not fit a commitment in it; a record that is not the one on which a
result or a claim rests (``pins``), though its digests were made anew. A log rewritten from some event to its
end, with all digests and both tables of ends, no longer begins with what its kept checkpoints were signed for
(``games.log.tree``). Not seen: one where these were made anew as well, by whoever has the key. Only a copy
outside shows that: an export, or any checkpoint on paper. A word that is gone was erased, and is no fault.
Rows that are no projection are asked after by who keeps them (``beside``).
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from django.db import DatabaseError, connection, transaction

from games.log import openings, raw, statements, store, upkeep
from games.log.commitments import commitments
from games.log.database import snapshot
from games.log.digests import digest_of
from games.log.pin_check import Misfit, PinCheck
from games.log.pinning import End
from games.log.progress import Report, silent
from games.log.projections import projected
from games.log.raw import Row
from games.log.tables import DamagedStream
from games.log.tree.blocks import Tree, TreeCheck, leaf_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong and where; ``stream`` "", ``version`` 0 or ``position`` 0 where it cannot be known.

    ``beside``: the stream is whole, and what lies beside the log is not what it says.
    """

    what: str
    stream: str = ""
    version: int = 0
    position: int = 0
    beside: bool = False

    def __str__(self) -> str:
        where = [f"{self.stream} version {self.version}"] if self.stream else []
        where += [f"position {self.position}"] if self.position else []
        return f"{', '.join(where) or 'the log'}: {self.what}"


Beside = Callable[[], Iterator[Fault]]
_beside: list[Beside] = []


def beside(check: Beside) -> Beside:
    """Decorator: ``verify`` asks this too, whether rows that are made from no events are as the log says."""
    _beside.append(check)
    return check


@dataclass(slots=True)
class Tail:
    """The end of a stream so far; ``links`` are the digests the next event may follow, none when unknown."""

    version: int = 0
    links: tuple[str, ...] = ("",)

    @property
    def end(self) -> tuple[int, str]:
        """Version and digest as they are stored."""
        return self.version, self.links[0]


class Tails(dict[str, Tail]):
    """The ends of the streams that were read."""

    def of(self, stream: str) -> Tail:
        return self.setdefault(stream, Tail())

    def end_of(self, stream: str) -> End:
        """Of a stream that may not be read at all."""
        return self.get(stream, Tail()).end


def verify(report: Report = silent) -> Iterator[Fault]:
    """Every fault of the log, in one pass over it; ``report`` is called with the number of events read."""
    tails, tree, pins = Tails(), TreeCheck(), PinCheck()
    try:
        last = yield from _events(tails, tree, pins, report)
        yield from _misfits(pins.end())
        yield from _openings_fit()
        yield from _ends(tails, raw.heads())
        yield from (Fault(what=what) for what in tree.end())
        if projected() > last:
            yield Fault(position=last + 1, what=f"the log ends here, but was projected up to {projected()}")
        yield from (Fault(what=f"SQLite: {line}") for line in raw.integrity())
        for check in _beside:
            yield from check()
    except DatabaseError as error:
        yield Fault(what=f"the database cannot be read: {error}")


def keep(faults: Sequence[Fault]) -> None:
    """Write down which streams ``verify`` found damaged, so that nothing is added to them.

    Those that it found whole are open again, unless it could not read everything.
    """
    faults = [fault for fault in faults if not fault.beside]
    first = {fault.stream: fault for fault in reversed(faults) if fault.stream}
    rows = [DamagedStream(stream=one.stream, version=one.version, what=one.what) for one in first.values()]
    with suppress(DatabaseError), transaction.atomic():  # a database that is broken has been named by then
        if all(fault.stream for fault in faults):
            DamagedStream.objects.exclude(stream__in=first).delete()
        statements.upsert(rows)


def _events(tails: Tails, tree: TreeCheck, pins: PinCheck, report: Report) -> Generator[Fault, None, int]:
    """Faults of all events in order; returns the last position."""
    last = 0
    for done, row in enumerate(raw.rows(), start=1):
        if row.position > last + 1:
            yield Fault(position=last + 1, what=f"no event up to position {row.position - 1}")
        last = row.position
        faults = list(_check(row, tails.of(row.stream)))
        yield from faults or _misfits(pins.take(row, tails.end_of))
        tree.take(leaf_of(row))
        report(done)
    return last


def _openings_fit() -> Iterator[Fault]:
    """One that is gone was erased, and is no fault."""
    found = openings.Opening.objects.order_by("position", "commitment").iterator(chunk_size=raw.BATCH)
    while batch := list(islice(found, raw.BATCH)):
        events = {row.position: row for row in raw.rows_at(sorted({one.position for one in batch}))}
        for one in batch:
            row = events.get(one.position)
            if row is None or one.commitment not in commitments(row.data):
                yield Fault(position=one.position, what="words lie beside the log that no event here has")
            elif not one.opened.fits:
                yield _fault(row, "what lies beside it is not what was typed: it does not fit its commitment")


def _check(row: Row, tail: Tail) -> Iterator[Fault]:
    expected = tail.version + 1
    if row.version == expected:
        yield from _check_digest(row, tail)
    elif _follows(replace(row, version=expected), tail):
        yield _fault(row, f"is stored as version {row.version}", version=expected)
        tail.version, tail.links = expected, (row.digest,)
    elif row.version > expected:
        yield _fault(row, f"missing, up to version {row.version - 1}", version=expected)
        tail.version, tail.links = row.version, (row.digest,)
    else:
        yield _fault(row, f"stands behind version {tail.version}")


def _check_digest(row: Row, tail: Tail) -> Iterator[Fault]:
    """After an altered event the next may follow the digest it stores, or the one that it should store."""
    tail.version = row.version
    if _follows(row, tail):
        tail.links = (row.digest,)
        return
    yield _fault(row, "is not what was written: its digest does not match")
    tail.links = (row.digest, *_digests(row, tail))


def _follows(row: Row, tail: Tail) -> bool:
    return row.digest in _digests(row, tail)


def _digests(row: Row, tail: Tail) -> list[str]:
    return [digest_of(link, row) for link in tail.links] if row.sound else []


def _fault(row: Row, what: str, *, version: int | None = None) -> Fault:
    return Fault(
        stream=row.stream,
        version=row.version if version is None else version,
        position=row.position,
        what=what,
    )


def _misfits(found: Iterable[Misfit]) -> Iterator[Fault]:
    return (Fault(stream=one.stream, version=one.version, what=one.what) for one in found)


def _ends(tails: Tails, heads: Iterable[tuple[str, int, str]]) -> Iterator[Fault]:
    for stream, version, digest in heads:
        tail = tails.pop(stream, Tail())
        if tail.version < version:
            yield Fault(stream=stream, version=tail.version + 1, what=f"missing, up to version {version}")
        elif tail.version > version:
            yield Fault(stream=stream, version=version + 1, what=f"inserted: the stream ends at {version}")
        elif digest not in tail.links:
            yield Fault(stream=stream, version=version, what="the stream ended with another digest")
    for stream, tail in tails.items():
        yield Fault(stream=stream, version=tail.version, what="inserted: nobody began this stream")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """How many events there were, and what is wrong with them."""

    events: int
    faults: tuple[Fault, ...]

    @property
    def good(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        if self.good:
            return f"{self.events} events, every digest matches."
        return f"{self.events} events, {len(self.faults)} faults."


def check(at: datetime, report: Report = silent) -> Checked:
    """The log as it is at one moment: an event stored meanwhile is not taken for an inserted one."""
    with _one_moment():
        checked = Checked(events=store.head(), faults=tuple(verify(report)))
    keep(checked.faults)
    with suppress(DatabaseError):  # a database that is broken has been named by then
        upkeep.done(upkeep.VERIFY, at, good=checked.good, said=str(checked))
        if checked.good:
            Tree(checked.events)  # stores roots, so that the next head need not
    return checked


def _one_moment() -> AbstractContextManager[None]:
    return nullcontext() if connection.in_atomic_block else snapshot()
