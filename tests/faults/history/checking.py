"""The checks, one function for each anomaly."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

from tests.faults.history.operations import Operation, by_id, operations
from tests.faults.history.values import Anomaly, Call, Finding, Logged, Outcome

Operations = Mapping[str, Operation]


def check(history: Sequence[Call], log: Sequence[Logged], ours: Collection[str] = ()) -> list[Finding]:
    """What contradicts each other; ``log``: what was stored since the clients began.

    ``ours``: actors that are no clients, such as the service itself.
    """
    done = operations(history, log)
    strangers = [e for e in log if e.id not in done and e.actor not in ours]
    found = [
        *_lost(done),
        *_twice(done),
        *_strange(done, strangers),
        *_refused_and_stored(done),
        *_stale(done, [call for call in history if not call.id]),
        *_changed(done),
        *_disordered(done),
    ]
    return sorted(found, key=lambda finding: list(Anomaly).index(finding.anomaly))


def _lost(done: Operations) -> Iterator[Finding]:
    for one in done.values():
        if one.acknowledged and not one.events and not any(call.idle for call in one.calls):
            call = one.acknowledged[0]
            yield _finding(Anomaly.LOST, one.id, f"{call.what} was acknowledged at {call.end}: no event")


def _twice(done: Operations) -> Iterator[Finding]:
    """The events of one command lie side by side and are numbered on, or it was carried out twice."""
    for one in done.values():
        ordinals = [event.ordinal for event in one.events]
        positions = [event.position - event.ordinal for event in one.events]
        if ordinals != list(range(len(ordinals))) or len(set(positions)) > 1:
            where = [event.position for event in one.events]
            yield _finding(Anomaly.DOUBLED, one.id, f"its events lie at {where}, numbered {ordinals}")


def _strange(done: Operations, strangers: Sequence[Logged]) -> Iterator[Finding]:
    """Events of an id that no client used: the effect of a known one once more, or from nowhere."""
    effects = Counter(_effect(event) for one in done.values() for event in one.events)
    for id_, events in by_id(strangers).items():
        again = all(effects[_effect(event)] for event in events)
        told = ", ".join(f"{event.kind} at {event.position}" for event in events)
        anomaly = Anomaly.DOUBLED if again else Anomaly.PHANTOM
        yield _finding(anomaly, id_, f"was sent by no client: {told}")


def _effect(event: Logged) -> tuple[str, str, str, str]:
    return event.stream, event.actor, event.kind, event.data


def _refused_and_stored(done: Operations) -> Iterator[Finding]:
    for one in done.values():
        if one.outcome is Outcome.REFUSED and one.events:
            where = [event.position for event in one.events]
            yield _finding(Anomaly.PHANTOM, one.id, f"{one.calls[0].what} was refused, and stored at {where}")


def _changed(done: Operations) -> Iterator[Finding]:
    for one in done.values():
        first = one.acknowledged[0].answer if one.acknowledged else ""
        for call in one.acknowledged[1:]:
            if call.answer != first:
                yield _finding(Anomaly.CHANGED, one.id, f"first {first!r}, at {call.end} {call.answer!r}")


def _disordered(done: Operations) -> Iterator[Finding]:
    """In each stream versions agree with time: who ended before another began stands before it."""
    for stream, there in _by_stream(done).items():
        ended = _Ended(stream, there)
        for one in there:
            first = min(event.version for event in one.events if event.stream == stream)
            before = ended.before(one.begin)
            if before > first:
                told = f"began when version {before} of {stream} was acknowledged, and is version {first}"
                yield _finding(Anomaly.ORDER, one.id, told)


def _stale(done: Operations, reads: Iterable[Call]) -> Iterator[Finding]:
    registers: dict[str, list[Operation]] = defaultdict(list)
    for one in done.values():
        registers[one.register].append(one)
    streams = {stream: _Ended(stream, there) for stream, there in _by_stream(done).items()}
    for read in reads:
        if read.outcome is not Outcome.ACKNOWLEDGED:
            continue
        stream = stream_of(read.register)
        known = streams[stream].before(read.begin) if stream in streams else 0
        if read.version is not None and read.version < known:
            told = f"shows version {read.version} of {stream}, of which {known} was acknowledged"
            yield _finding(Anomaly.STALE, read.what, told)
        elif written := registers.get(read.register):
            yield from _wrong_value(read, stream, written)


def _wrong_value(read: Call, stream: str, written: Sequence[Operation]) -> Iterator[Finding]:
    """It may show the last write that it says it shows, or that was acknowledged before it began.

    Or any that the log has after it.
    """
    stored = [one for one in written if one.version_in(stream)]
    shown = read.version or 0
    least = max(
        (v for one in stored if (v := one.version_in(stream)) <= shown or one.end < read.begin), default=0
    )
    if not least:
        return
    may = [one.calls[0].value for one in stored if one.version_in(stream) >= least and one.begin < read.end]
    if read.value not in may:
        told = f"{read.register} at {read.begin} showed {read.value!r}, not one of {may}"
        yield _finding(Anomaly.STALE, read.what, told)


class _Ended:
    """The highest version of a stream that was acknowledged before a moment."""

    def __init__(self, stream: str, there: Sequence[Operation]) -> None:
        ends = sorted((one.end, one.version_in(stream)) for one in there if one.acknowledged)
        self.moments = [end for end, _ in ends]
        self.versions = list(accumulate((version for _, version in ends), max))

    def before(self, moment: float) -> int:
        place = bisect_left(self.moments, moment)
        return self.versions[place - 1] if place else 0


def _by_stream(done: Operations) -> Mapping[str, list[Operation]]:
    found: dict[str, list[Operation]] = defaultdict(list)
    for one in done.values():
        for stream in {event.stream for event in one.events}:
            found[stream].append(one)
    return found


def stream_of(register: str) -> str:
    """``tournament:1/entry/2`` is in ``tournament:1``."""
    return register.partition("/")[0]


def _finding(anomaly: Anomaly, id_: str, told: str) -> Finding:
    return Finding(anomaly=anomaly, id=id_, told=told)
