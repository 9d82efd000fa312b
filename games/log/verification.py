"""Verification of the log: finds every altered, missing and inserted event.

Detected: a change of any column of an event (its digest covers all of them, position included); a missing
event (a gap in a stream's versions and in the positions), the missing end of a stream (``StreamHead``) or of
the log (``ProjectionPosition``); an inserted event (its digest does not follow from its predecessor, or it is
beyond the head); openings that do not match a commitment in the log; a game record that differs from the one
that a result or a claim pins, even if its digests were recomputed; and a log rewritten from
some event to its end, with all digests and both tables of ends, by its signed checkpoints
(``games.log.tree``). Not detected: a log whose checkpoints were rewritten as well, with the key. Only an
external copy reveals that: an export, or any checkpoint on paper. A missing opening was erased, and is no
fault. Modules with tables that are neither events nor projections register a check of their own
(``register_check``).
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from django.db import DatabaseError, connection, transaction

from games.log import openings, raw, statements, store, upkeep
from games.log.canonical import parse
from games.log.commitments import commitments_in
from games.log.database import snapshot
from games.log.digests import digest_of
from games.log.pinning import DIGEST, VERSION, End, game_stream
from games.log.progress import Report, no_report
from games.log.projections import projected_position
from games.log.raw import Row
from games.log.tables import DamagedStream
from games.log.tree.blocks import Tree, TreeCheck, leaf_of

FIRST_EVENT_OF_CLAIM = "claim.made."  # the first event of a claim, which names its game


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault and its place; ``stream`` is "", ``version`` or ``position`` 0 if unknown.

    ``beside``: the stream is intact, but rows outside the log do not match it.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """The statement of ``row`` that ``stream`` had ``digest`` at ``version``."""

    stream: str
    version: int
    digest: str
    row: Row

    def faults(self, digest: str) -> Iterator[Fault]:
        """Yield a fault unless the log has this digest, "" for no event.

        The fault is reported for the pinned stream.
        """
        if digest == self.digest:
            return
        rests = f"{self.row.stream} version {self.row.version} ({self.row.kind}) rests on it"
        has = f"has digest {digest}" if digest else "is not there"
        yield Fault(
            stream=self.stream, version=self.version, what=f"{has}; {rests} with digest {self.digest}"
        )


class PinCheck:
    """Compares pins with the streams while the log is read by position.

    Nearly all pins name the version that the stream has at that position; the others are checked at the end.
    """

    def __init__(self) -> None:
        self._games: dict[str, str] = {}
        self._later: list[Pin] = []

    def take(self, row: Row, end_of: Callable[[str], End]) -> Iterator[Fault]:
        """Yield the fault of a pin in this row; ``end_of`` returns the end of a stream up to this row."""
        try:
            pin = (
                self._pin(row)
                if f'"{DIGEST}"' in row.data or row.kind.startswith(FIRST_EVENT_OF_CLAIM)
                else None
            )
        except (ValueError, TypeError, LookupError):
            yield Fault(stream=row.stream, version=row.version, what="what it rests on cannot be read")
            return
        if pin is None:
            return
        version, digest = end_of(pin.stream)
        if version > pin.version:
            self._later.append(pin)
        else:
            yield from pin.faults(digest if version == pin.version else "")

    def end(self) -> Iterator[Fault]:
        """Yield the faults of the remaining pins."""
        wanted = {(pin.stream, pin.version) for pin in self._later}
        found = raw.digests_at(wanted) if wanted else {}
        for pin in self._later:
            yield from pin.faults(found.get((pin.stream, pin.version), ""))

    def _pin(self, row: Row) -> Pin | None:
        """Return the pin of a row, if any. Raises ValueError, TypeError, LookupError for unreadable data."""
        data = parse(row.data)
        if row.kind.startswith(FIRST_EVENT_OF_CLAIM):
            self._games[row.stream] = data["game_id"]
        if not data.get(DIGEST):
            return None
        game, version, digest = data.get("game_id") or self._games[row.stream], data[VERSION], data[DIGEST]
        if [type(part) for part in (game, version, digest)] != [str, int, str]:
            raise TypeError("a pin names a game, a version and a digest")
        return Pin(stream=game_stream(game), version=version, digest=digest, row=row)


ExternalCheck = Callable[[], Iterator[Fault]]
_external_checks: list[ExternalCheck] = []


def register_check(check: ExternalCheck) -> ExternalCheck:
    """Decorator: let ``verify`` call this check, which compares rows outside the log with it."""
    _external_checks.append(check)
    return check


@dataclass(slots=True)
class StreamTail:
    """The end of a stream so far; ``links``: the digests that the next event may follow, empty if unknown."""

    version: int = 0
    links: tuple[str, ...] = ("",)

    @property
    def end(self) -> tuple[int, str]:
        """The stored version and digest."""
        return self.version, self.links[0]


class StreamTails(dict[str, StreamTail]):
    """The ends of the streams that have been read."""

    def of(self, stream: str) -> StreamTail:
        return self.setdefault(stream, StreamTail())

    def end_of(self, stream: str) -> End:
        """Return the end of a stream, which may not exist."""
        return self.get(stream, StreamTail()).end


def verify(report: Report = no_report) -> Iterator[Fault]:
    """Yield every fault of the log, in one pass; ``report`` is called with the number of events read."""
    tails, tree, pins = StreamTails(), TreeCheck(), PinCheck()
    try:
        last = yield from _event_faults(tails, tree, pins, report)
        yield from pins.end()
        yield from _opening_faults()
        yield from _end_faults(tails, raw.heads())
        yield from (Fault(what=what) for what in tree.faults())
        if projected_position() > last:
            yield Fault(
                position=last + 1, what=f"the log ends here, but was projected up to {projected_position()}"
            )
        yield from (Fault(what=f"SQLite: {line}") for line in raw.integrity())
        for check in _external_checks:
            yield from check()
    except DatabaseError as error:
        yield Fault(what=f"the database cannot be read: {error}")


def record_damage(faults: Sequence[Fault]) -> None:
    """Record which streams ``verify`` found damaged, so that commands do not append to them.

    Other streams are open again, unless the log could not be read completely.
    """
    faults = [fault for fault in faults if not fault.beside]
    first = {fault.stream: fault for fault in reversed(faults) if fault.stream}
    rows = [DamagedStream(stream=one.stream, version=one.version, what=one.what) for one in first.values()]
    with suppress(DatabaseError), transaction.atomic():  # ``verify`` has reported a broken database
        if all(fault.stream for fault in faults):
            DamagedStream.objects.exclude(stream__in=first).delete()
        statements.upsert(rows)


def _event_faults(
    tails: StreamTails, tree: TreeCheck, pins: PinCheck, report: Report
) -> Generator[Fault, None, int]:
    """Yield the faults of all events in order; return the last position."""
    last = 0
    for done, row in enumerate(raw.rows(), start=1):
        if row.position > last + 1:
            yield Fault(position=last + 1, what=f"no event up to position {row.position - 1}")
        last = row.position
        faults = list(_row_faults(row, tails.of(row.stream)))
        yield from faults or pins.take(row, tails.end_of)
        tree.add(leaf_of(row))
        report(done)
    return last


def _opening_faults() -> Iterator[Fault]:
    """Yield the openings that match no commitment. A missing opening was erased, and is no fault."""
    found = openings.Opening.objects.order_by("position", "commitment").iterator(chunk_size=raw.BATCH)
    while batch := list(islice(found, raw.BATCH)):
        events = {row.position: row for row in raw.rows_at(sorted({one.position for one in batch}))}
        for one in batch:
            row = events.get(one.position)
            if row is None or one.commitment not in commitments_in(row.data):
                yield Fault(position=one.position, what="words lie beside the log that no event here has")
            elif not one.opened.fits:
                yield _fault(row, "its text is not the one that was typed: it does not fit its commitment")


def _row_faults(row: Row, tail: StreamTail) -> Iterator[Fault]:
    expected = tail.version + 1
    if row.version == expected:
        yield from _digest_faults(row, tail)
    elif _follows(replace(row, version=expected), tail):
        yield _fault(row, f"is stored as version {row.version}", version=expected)
        tail.version, tail.links = expected, (row.digest,)
    elif row.version > expected:
        yield _fault(row, f"missing, up to version {row.version - 1}", version=expected)
        tail.version, tail.links = row.version, (row.digest,)
    else:
        yield _fault(row, f"stands behind version {tail.version}")


def _digest_faults(row: Row, tail: StreamTail) -> Iterator[Fault]:
    """Compare a row's digest. The event after an altered one may follow its stored or its correct digest."""
    tail.version = row.version
    if _follows(row, tail):
        tail.links = (row.digest,)
        return
    yield _fault(row, "is not what was written: its digest does not match")
    tail.links = (row.digest, *_digests(row, tail))


def _follows(row: Row, tail: StreamTail) -> bool:
    return row.digest in _digests(row, tail)


def _digests(row: Row, tail: StreamTail) -> list[str]:
    return [digest_of(link, row) for link in tail.links] if row.sound else []


def _fault(row: Row, what: str, *, version: int | None = None) -> Fault:
    return Fault(
        stream=row.stream,
        version=row.version if version is None else version,
        position=row.position,
        what=what,
    )


def _end_faults(tails: StreamTails, heads: Iterable[tuple[str, int, str]]) -> Iterator[Fault]:
    for stream, version, digest in heads:
        tail = tails.pop(stream, StreamTail())
        if tail.version < version:
            yield Fault(stream=stream, version=tail.version + 1, what=f"missing, up to version {version}")
        elif tail.version > version:
            yield Fault(stream=stream, version=version + 1, what=f"inserted: the stream ends at {version}")
        elif digest not in tail.links:
            yield Fault(stream=stream, version=version, what="the stream ended with another digest")
    for stream, tail in tails.items():
        yield Fault(stream=stream, version=tail.version, what="inserted: nobody began this stream")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationResult:
    """The number of events in the log, and its faults."""

    events: int
    faults: tuple[Fault, ...]

    @property
    def good(self) -> bool:
        return not self.faults

    def __str__(self) -> str:
        if self.good:
            return f"{self.events} events, every digest matches."
        return f"{self.events} events, {len(self.faults)} faults."


def verify_and_record(at: datetime, report: Report = no_report) -> VerificationResult:
    """Verify a snapshot of the log and record the result; events stored in the meantime are no faults."""
    with _snapshot():
        checked = VerificationResult(events=store.head(), faults=tuple(verify(report)))
    record_damage(checked.faults)
    with suppress(DatabaseError):  # ``verify`` has reported a broken database
        upkeep.record_run(upkeep.VERIFY, at, good=checked.good, said=str(checked))
        if checked.good:
            Tree(checked.events)  # stores roots, which saves time for the next checkpoint
    return checked


def _snapshot() -> AbstractContextManager[None]:
    return nullcontext() if connection.in_atomic_block else snapshot()
