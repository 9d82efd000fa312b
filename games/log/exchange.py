"""The log as text, one JSON object a line: out of one database and into another.

The first line is a header, ``{"format": "nigiri-events", "version": 3, "after": N, "stream": S | null,
"count": n, "openings": k, "answers": m}``; n lines are events with all their columns, whose digests can be
checked from the file alone, k are what opens commitments in them, as far as it is not erased, and m are
answers to the commands that stored them, sealed.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from uuid import UUID

from django.db import transaction

from games.log import answers, commitments, openings, projections, store, wire
from games.log.canonical import LARGEST_INTEGER, canonical, parse
from games.log.digests import digest_of, line, timestamp
from games.log.joined_logs import forget_names
from games.log.progress import Report, silent
from games.log.raw import COLUMNS
from games.log.tables import Event

FORMAT = {"format": "nigiri-events", "version": 3}
READABLE = tuple({**FORMAT, "version": version} for version in (1, 2, 3))  # 1 had no answers, 2 no openings
BATCH = 1000
KEYS = frozenset(COLUMNS) - {"joined"}  # which stands in a line only where it says something


class Unreadable(Exception):
    """A line that cannot be taken; nothing of the file has been stored."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"line {number}: {what}")
        self.line, self.what = number, what


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """How many events were stored, how many were there already, and kinds that this program does not know."""

    stored: int
    present: int
    unknown: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """How many events follow, how many openings then, and how many answers."""

    events: int
    openings: int
    answers: int


def export(stream: str | None = None, after: int = 0, *, opened: bool = True) -> Iterator[str]:
    """The header and the events with ``position > after``, of one stream or all, as lines without an end.

    Then what was typed (``opened``), which is for officers alone, and the answers.
    """
    rows = Event.objects.filter(position__gt=after, position__lte=store.head()).order_by("position")
    if stream is not None:
        rows = rows.filter(stream=stream)
    kept = answers.of(rows)
    said = openings.of_events(rows) if opened else openings.Opening.objects.none()
    counts = {"count": rows.count(), "openings": said.count(), "answers": kept.count()}
    yield canonical({**FORMAT, "after": after, "stream": stream, **counts})
    while batch := list(rows.filter(position__gt=after)[:BATCH]):
        for row in batch:
            origin = "" if row.joined is None else f',"joined":{row.joined}'
            yield f'{line(row, row.position)[:-1]},"digest":"{row.digest}"{origin}}}'
        after = batch[-1].position
    yield from (commitments.line(one.position, one.opened) for one in said.iterator(BATCH))
    yield from map(answers.line, kept.iterator(BATCH))


def load(lines: Iterable[str | bytes], report: Report = silent) -> Imported:
    """Store and project the events of an export, in one transaction; ``report`` gets the number read.

    They must continue this log exactly, with the same positions: events that are here already are skipped.
    Raises Unreadable, and then nothing is stored.
    """
    numbered = enumerate(lines, start=1)
    header = _header(next(numbered, (1, "")))
    with transaction.atomic():
        store.take_turn()
        taker = _Taker()
        while batch := list(islice(numbered, min(BATCH, header.events - taker.read))):
            taker.take(batch)
            report(taker.read)
        _need_events(taker.read, header)
        taker.keep(_openings(numbered, header, taker.typed))
        _answers(numbered, header)
    return Imported(
        stored=taker.stored, present=taker.read - taker.stored, unknown=tuple(sorted(taker.unknown))
    )


def _header(first: tuple[int, str | bytes]) -> _Header:
    header = _object(*first)
    if {name: header.get(name) for name in FORMAT} not in READABLE:
        raise Unreadable(1, "not the header of an export of this version")
    return _Header(
        events=_count(header.get("count")),
        openings=_count(header.get("openings", 0)),
        answers=_count(header.get("answers", 0)),
    )


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise Unreadable(1, "the header has no count")
    return value


def _need_events(read: int, header: _Header) -> None:
    if read != header.events:
        raise Unreadable(read + 2, f"the file ends after {read} of {header.events} events")


class _Typed:
    """The commitments in the events of a file, each at its position there."""

    def __init__(self) -> None:
        self.positions: dict[str, int] = {}

    def note(self, row: Event) -> None:
        self.positions |= dict.fromkeys(commitments.commitments(row.data), row.position)

    def opening(self, line: dict[str, Any]) -> tuple[int, commitments.Opened]:
        """Raises ValueError and the like for one that opens nothing of the file."""
        position, said = commitments.parsed(line)
        if self.positions.get(said.commitment) != position:
            raise ValueError(f"no such commitment at position {position}")
        return position, said


def _openings(
    numbered: Iterator[tuple[int, str | bytes]], header: _Header, typed: _Typed
) -> Iterator[tuple[int, commitments.Opened]]:
    """What follows the events, with positions as in the file."""
    read = 0
    for number, text in islice(numbered, header.openings):
        read += 1
        try:
            yield typed.opening(_object(number, text))
        except (ValueError, TypeError, KeyError) as error:
            raise Unreadable(number, f"not an opening: {error}") from error
    if read != header.openings:
        last = header.events + 2 + read
        raise Unreadable(last, f"the file ends after {read} of {header.openings} openings")


def _answers(numbered: Iterator[tuple[int, str | bytes]], header: _Header) -> None:
    """Keep the answers at the end of the file."""
    read = 0
    for number, text in numbered:
        read += 1
        try:
            answers.keep(*answers.parsed(_object(number, text)))
        except (ValueError, TypeError, KeyError) as error:
            raise Unreadable(number, f"not an answer: {error}") from error
    if read != header.answers:
        last = header.events + header.openings + 2 + read
        raise Unreadable(last, f"the file ends after {read} of {header.answers} answers")


class _Chain:
    """The end of a log and of its streams; ``find`` has the version and digest of one not yet seen."""

    def __init__(self, position: int, find: Callable[[str], tuple[int, str]]) -> None:
        self.position, self.find = position, find
        self.tails: dict[str, tuple[int, str]] = {}

    def link(self, number: int, row: Event) -> None:
        """Take an event as the next. Raises Unreadable where it does not follow."""
        version, digest = self.tails.get(row.stream) or self.find(row.stream)
        if row.position != self.position + 1:
            raise Unreadable(number, f"position {row.position} does not follow {self.position}")
        if row.version != version + 1:
            raise Unreadable(number, f"{row.stream} is at version {version}; {row.version} does not follow")
        if row.digest != digest_of(digest, row):
            raise Unreadable(number, f"the digest of {row.stream} version {row.version} does not match")
        self.position, self.tails[row.stream] = row.position, (row.version, row.digest)


class _Taker:
    """The end of the log while it is being written."""

    def __init__(self) -> None:
        forget_names()
        self.chain = _Chain(store.head(), store.last_of)
        self.present, self.typed = self.chain.position, _Typed()
        self.read = self.stored = 0
        self.unknown: set[str] = set()

    def take(self, batch: list[tuple[int, str | bytes]]) -> None:
        rows = [(number, _row(number, text)) for number, text in batch]
        self.read += len(rows)
        for _, row in rows:
            self.typed.note(row)
        fresh = [pair for pair in rows if pair[1].position > self.chain.position]
        _compare([pair for pair in rows if pair[1].position <= self.chain.position])
        for number, row in fresh:
            self.chain.link(number, row)
        store.insert([row for _, row in fresh])
        self._project(fresh)
        self.stored += len(fresh)

    def keep(self, opened: Iterator[tuple[int, commitments.Opened]]) -> None:
        """Openings of what was stored now: one of an event that was here may have been erased here."""
        while batch := list(islice(opened, BATCH)):
            openings.keep([(at, said) for at, said in batch if at > self.present])

    def _project(self, fresh: list[tuple[int, Event]]) -> None:
        self.unknown |= {row.kind for _, row in fresh if not wire.knows(row.kind)}
        projections.apply([_decodable(number, row) for number, row in fresh])


def _decodable(number: int, row: Event) -> store.Recorded:
    recorded = store.recorded(row, said={})  # no row that is made from events has words in it
    try:
        wire.decode(recorded.kind, recorded.data)
    except ValueError as error:
        raise Unreadable(number, str(error)) from error
    return recorded


def _compare(known: list[tuple[int, Event]]) -> None:
    """Event by event and not by their digests alone, which an altered file may still name rightly."""
    here = Event.objects.in_bulk([row.position for _, row in known], field_name="position")
    for number, row in known:
        stored = here.get(row.position)
        if stored is None or any(getattr(stored, key) != getattr(row, key) for key in COLUMNS):
            raise Unreadable(number, f"another event stands at position {row.position} here")


def _row(number: int, text: str | bytes) -> Event:
    stored = _object(number, text)
    if differing := (stored.keys() - {"joined"}) ^ KEYS:
        raise Unreadable(number, f"missing or unknown: {', '.join(sorted(differing))}")
    try:
        return _event(stored)
    except (ValueError, TypeError, AttributeError) as error:
        raise Unreadable(number, f"not an event: {error}") from error


def _event(stored: dict[str, Any]) -> Event:
    """Check every value's type and spelling. Raises ValueError and the like."""
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
        raise Unreadable(number, f"not JSON: {error}") from error
    if not isinstance(value, dict):
        raise Unreadable(number, "not a JSON object")
    return value
