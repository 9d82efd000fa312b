"""Export and import of the log as text, one JSON object a line.

The first line is a header, ``{"format": "nigiri-events", "version": 3, "after": N, "stream": S | null,
"count": n, "openings": k, "answers": m}``; n lines are events with all their columns, whose digests can be
verified from the file alone, k are the openings of their commitments that are not erased, and m are the
encrypted responses to the commands that stored them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from games.log import commitments, idempotency, openings, projections, store, wire
from games.log.canonical import LARGEST_INTEGER, canonical, parse
from games.log.digests import digest_of, line, timestamp
from games.log.joined_logs import clear_name_cache
from games.log.progress import Report, no_report
from games.log.raw import COLUMNS
from games.log.tables import Event

FORMAT = {"format": "nigiri-events", "version": 3}
READABLE_FORMATS = tuple(
    {**FORMAT, "version": version} for version in (1, 2, 3)
)  # 1 had no answers, 2 no openings
BATCH = 1000
KEYS = frozenset(COLUMNS) - {"joined"}  # optional


class InvalidLine(Exception):
    """A line that cannot be imported; nothing of the file has been stored."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"line {number}: {what}")
        self.line, self.what = number, what


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The number of events stored, the number present before, and the kinds unknown to this program."""

    stored: int
    present: int
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """The number of events, openings and responses in a file."""

    events: int
    openings: int
    answers: int


def export(stream: str | None = None, after: int = 0, *, opened: bool = True) -> Iterator[str]:
    """Yield the lines of the header and of the events with ``position > after``, of one stream or all.

    Then the openings (if ``opened``), which are for officers alone, and the responses.
    """
    rows = Event.objects.filter(position__gt=after, position__lte=store.head()).order_by("position")
    if stream is not None:
        rows = rows.filter(stream=stream)
    kept = idempotency.answers_of(rows)
    said = openings.openings_of(rows) if opened else openings.Opening.objects.none()
    counts = {"count": rows.count(), "openings": said.count(), "answers": kept.count()}
    yield canonical({**FORMAT, "after": after, "stream": stream, **counts})
    while batch := list(rows.filter(position__gt=after)[:BATCH]):
        for row in batch:
            origin = "" if row.joined is None else f',"joined":{row.joined}'
            yield f'{line(row, row.position)[:-1]},"digest":"{row.digest}"{origin}}}'
        after = batch[-1].position
    yield from (commitments.opening_line(one.position, one.opened) for one in said.iterator(BATCH))
    yield from map(idempotency.answer_line, kept.iterator(BATCH))


def load(lines: Iterable[str | bytes], report: Report = no_report) -> Imported:
    """Store and project the events of an export, in one transaction; ``report`` gets the number read.

    They must continue this log exactly, with the same positions: existing events are skipped. Raises
    InvalidLine, and then nothing is stored.
    """
    numbered = enumerate(lines, start=1)
    header = _header(next(numbered, (1, "")))
    with transaction.atomic():
        store.acquire_write_lock()
        taker = _Importer()
        while batch := list(islice(numbered, min(BATCH, header.events - taker.read))):
            taker.take(batch)
            report(taker.read)
        _check_event_count(taker.read, header)
        taker.keep(_openings(numbered, header, taker.typed))
        _answers(numbered, header)
    return Imported(
        stored=taker.stored, present=taker.read - taker.stored, unknown=tuple(sorted(taker.unknown))
    )


def _header(first: tuple[int, str | bytes]) -> _Header:
    header = _object(*first)
    if {name: header.get(name) for name in FORMAT} not in READABLE_FORMATS:
        raise InvalidLine(1, "not the header of an export of this version")
    return _Header(
        events=_count(header.get("count")),
        openings=_count(header.get("openings", 0)),
        answers=_count(header.get("answers", 0)),
    )


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise InvalidLine(1, "the header has no count")
    return value


def _check_event_count(read: int, header: _Header) -> None:
    if read != header.events:
        raise InvalidLine(read + 2, f"the file ends after {read} of {header.events} events")


class _Commitments:
    """The commitments in the events of a file, with the positions of the events."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {}

    def note(self, row: Event) -> None:
        self.positions |= dict.fromkeys(commitments.commitments_in(row.data), row.position)

    def opening(self, line: dict[str, Any]) -> tuple[int, commitments.OpenedCommitment]:
        """Read an opening. Raises ValueError, TypeError or KeyError if it opens no commitment of the file."""
        position, said = commitments.read_opening(line)
        if self.positions.get(said.commitment) != position:
            raise ValueError(f"no such commitment at position {position}")
        return position, said


def _openings(
    numbered: Iterator[tuple[int, str | bytes]], header: _Header, typed: _Commitments
) -> Iterator[tuple[int, commitments.OpenedCommitment]]:
    """Yield the openings that follow the events, with their positions."""
    read = 0
    for number, text in islice(numbered, header.openings):
        read += 1
        try:
            yield typed.opening(_object(number, text))
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidLine(number, f"not an opening: {error}") from error
    if read != header.openings:
        last = header.events + 2 + read
        raise InvalidLine(last, f"the file ends after {read} of {header.openings} openings")


def _answers(numbered: Iterator[tuple[int, str | bytes]], header: _Header) -> None:
    """Store the responses at the end of the file."""
    read = 0
    for number, text in numbered:
        read += 1
        try:
            idempotency.store_answer(*idempotency.read_answer(_object(number, text)))
        except (ValueError, TypeError, KeyError) as error:
            raise InvalidLine(number, f"not an answer: {error}") from error
    if read != header.answers:
        last = header.events + header.openings + 2 + read
        raise InvalidLine(last, f"the file ends after {read} of {header.answers} answers")


class _LogEnd:
    """The end of a log and of its streams; ``find`` returns version and digest of a stream not yet seen."""

    def __init__(self, position: int, find: Callable[[str], tuple[int, str]]) -> None:
        self.position, self.find = position, find
        self.tails: dict[str, tuple[int, str]] = {}

    def link(self, number: int, row: Event) -> None:
        """Advance to the next event. Raises InvalidLine if it does not follow."""
        version, digest = self.tails.get(row.stream) or self.find(row.stream)
        if row.position != self.position + 1:
            raise InvalidLine(number, f"position {row.position} does not follow {self.position}")
        if row.version != version + 1:
            raise InvalidLine(number, f"{row.stream} is at version {version}; {row.version} does not follow")
        if row.digest != digest_of(digest, row):
            raise InvalidLine(number, f"the digest of {row.stream} version {row.version} does not match")
        self.position, self.tails[row.stream] = row.position, (row.version, row.digest)


class _Importer:
    """An import in progress."""

    def __init__(self) -> None:
        clear_name_cache()
        self.chain = _LogEnd(store.head(), store.stream_end)
        self.present, self.typed = self.chain.position, _Commitments()
        self.read = self.stored = 0
        self.unknown: set[str] = set()

    def take(self, batch: list[tuple[int, str | bytes]]) -> None:
        rows = [(number, _row(number, text)) for number, text in batch]
        self.read += len(rows)
        for _, row in rows:
            self.typed.note(row)
        fresh = [pair for pair in rows if pair[1].position > self.chain.position]
        _check_same_events([pair for pair in rows if pair[1].position <= self.chain.position])
        for number, row in fresh:
            self.chain.link(number, row)
        store.insert_rows([row for _, row in fresh])
        self._project(fresh)
        self.stored += len(fresh)

    def keep(self, opened: Iterator[tuple[int, commitments.OpenedCommitment]]) -> None:
        """Store the openings of new events only: those of existing events may have been erased here."""
        while batch := list(islice(opened, BATCH)):
            openings.store_openings([(at, said) for at, said in batch if at > self.present])

    def _project(self, fresh: list[tuple[int, Event]]) -> None:
        self.unknown |= {row.kind for _, row in fresh if not wire.is_known_kind(row.kind)}
        projections.apply([_decode(number, row) for number, row in fresh])


def _decode(number: int, row: Event) -> store.StoredEvent:
    recorded = store.decode_row(row, texts={})  # projections contain no typed texts
    try:
        wire.decode(recorded.kind, recorded.data)
    except ValueError as error:
        raise InvalidLine(number, str(error)) from error
    return recorded


def _check_same_events(known: list[tuple[int, Event]]) -> None:
    """Compare all columns, not digests alone, which an altered file may still state correctly."""
    here = Event.objects.in_bulk([row.position for _, row in known], field_name="position")
    for number, row in known:
        stored = here.get(row.position)
        if stored is None or any(getattr(stored, key) != getattr(row, key) for key in COLUMNS):
            raise InvalidLine(number, f"another event stands at position {row.position} here")


def _row(number: int, text: str | bytes) -> Event:
    stored = _object(number, text)
    if differing := (stored.keys() - {"joined"}) ^ KEYS:
        raise InvalidLine(number, f"missing or unknown: {', '.join(sorted(differing))}")
    try:
        return _event(stored)
    except (ValueError, TypeError, AttributeError) as error:
        raise InvalidLine(number, f"not an event: {error}") from error


def _event(stored: dict[str, Any]) -> Event:
    """Check every value's type and form. Raises ValueError, TypeError or AttributeError."""
    for name, most in (("position", LARGEST_INTEGER), ("version", 2**31 - 1), ("ordinal", 2**31 - 1)):
        _require(type(stored[name]) is int and 0 <= stored[name] <= most, name)
    if "joined" in stored:
        _require(type(stored["joined"]) is int and 0 < stored["joined"] < stored["position"], "joined")
    for name in ("stream", "actor"):
        store.check_name(stored[name])
    _require(isinstance(stored["data"], dict) and wire.NAME.fullmatch(stored["kind"]), "data or kind")
    row = Event(
        **{
            **stored,
            "data": canonical(stored["data"]),
            "command_id": UUID(stored["command_id"]),
            "recorded_at": datetime.fromisoformat(stored["recorded_at"]),
        }
    )
    _require(str(row.command_id) == stored["command_id"], "command_id")
    _require(timestamp(row.recorded_at) == stored["recorded_at"], "recorded_at")
    return row


def _require(condition: Any, name: str) -> None:
    if not condition:
        raise ValueError(f"{name} does not fit")


def _object(number: int, text: str | bytes) -> dict[str, Any]:
    try:
        value = parse(text)
    except ValueError as error:
        raise InvalidLine(number, f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise InvalidLine(number, "not a JSON object")
    return value
