"""A run in a table: what was sent, what came of it, what contradicts it, how long each kill was felt."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.faults.history import Anomaly, Call, Finding, Logged, Outcome
from tests.faults.history.operations import Operation, operations
from tests.faults.load.killing import Kill
from tests.faults.load.recorder import Recorder

FELT = 15.0  # seconds after a kill that are looked at


@dataclass(frozen=True, kw_only=True)
class Run:
    seconds: float
    history: Sequence[Call]
    log: Sequence[Logged]
    findings: Sequence[Finding]
    kills: Sequence[Kill]
    recorder: Recorder


def report(run: Run) -> str:
    lines = [*_figures(run), "", *_felt(run)]
    told = [str(finding) for finding in run.findings] + run.recorder.no_retry_after
    return "\n".join([*lines, *(["", *told[:40]] if told else [])])


def _figures(run: Run) -> Iterator[str]:
    done = operations(run.history, run.log)
    found = Counter(finding.anomaly for finding in run.findings)
    yield f"{'seconds':32}{run.seconds:10.0f}"
    yield f"{'kills':32}{len(run.kills):10}"
    for name, number in _counted(run, done).items():
        yield f"{name:32}{number:10}"
    yield f"{'acknowledged writes a second':32}{_of(done, Outcome.ACKNOWLEDGED) / run.seconds:10.1f}"
    took = sorted(call.end - call.begin for call in run.history)
    for name, part in (("median call", 0.5), ("99 of 100 calls within", 0.99), ("slowest call", 1.0)):
        yield f"{name:32}{took[int(part * (len(took) - 1))]:8.2f} s"
    for anomaly in Anomaly:
        yield f"{anomaly:32}{found[anomaly]:10}"
    yield f"{'5xx without Retry-After':32}{len(run.recorder.no_retry_after):10}"


def _counted(run: Run, done: dict[str, Operation]) -> dict[str, int]:
    statuses = Counter[int]()
    for (status, _), number in run.recorder.statuses.items():
        statuses[status] += number
    unknown = [
        one for one in done.values() if not one.acknowledged and one.calls[-1].outcome is Outcome.UNKNOWN
    ]
    doubtful = [one for one in done.values() if any(call.outcome is Outcome.UNKNOWN for call in one.calls)]
    return {
        "writes": len(done),
        "  acknowledged": _of(done, Outcome.ACKNOWLEDGED),
        "  refused": _of(done, Outcome.REFUSED),
        "  unknown at some time": len(doubtful),
        "  of these resolved": len(doubtful) - len(unknown),
        "  unknown to the end": len(unknown),
        "  of these stored": sum(bool(one.events) for one in unknown),
        "repeats of old writes": sum(len(one.acknowledged) - 1 for one in done.values() if one.acknowledged),
        "reads": sum(not call.id for call in run.history),
        "events stored": len(run.log),
        **{f"answers {status or 'cut off'}": number for status, number in sorted(statuses.items())},
    }


def _of(done: dict[str, Operation], outcome: Outcome) -> int:
    return sum(one.outcome is outcome for one in done.values())


def _felt(run: Run) -> Iterator[str]:
    """Of each target: the longest time in which nothing was acknowledged, and the slowest call."""
    ends = sorted(call.end for call in run.history if call.outcome is Outcome.ACKNOWLEDGED)
    gaps, slowest, unknown = defaultdict(list), defaultdict(list), Counter[str]()
    for kill in run.kills:
        until = kill.begin + FELT
        near = [call for call in run.history if kill.begin <= call.end <= until]
        after = [kill.begin, *(end for end in ends if kill.begin < end <= until)]
        gaps[kill.target].append(max((b - a for a, b in pairwise(after)), default=FELT))
        slowest[kill.target].append(max((call.end - call.begin for call in near), default=0.0))
        unknown[kill.target] += sum(call.outcome is Outcome.UNKNOWN for call in near)
    yield f"{'killed':24}{'times':>6}{'longest gap':>14}{'slowest call':>14}{'unknown calls':>15}"
    for target, of in sorted(gaps.items()):
        slow = max(slowest[target])
        yield f"{target:24}{len(of):6}{max(of):12.2f} s{slow:12.2f} s{unknown[target]:15}"
