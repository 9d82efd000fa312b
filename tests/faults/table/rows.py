"""A row of the table, and what is measured for many."""

import math
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, pairwise
from time import monotonic, sleep

Asked = tuple[int, float, dict, str]  # status, seconds, headers, text
Question = Callable[[], Asked]


@dataclass(frozen=True, kw_only=True)
class Row:
    """``good``: None where nothing could be measured."""

    fault: str
    target: str
    measured: str
    good: bool | None

    def __str__(self) -> str:
        verdict = {True: "ok", False: "NOT MET", None: "-"}[self.good]
        return f"| {self.fault:46} | {self.target:46} | {self.measured:62} | {verdict:7} |"


def answered(fault: str, target: str, answers: Sequence[Asked], within: float, more: str = "") -> Row:
    """All of them with success and in time."""
    good = [one for one in answers if 200 <= one[0] < 300]
    slowest = max(seconds for _, seconds, *_ in answers)
    measured = f"{len(good)} of {len(answers)} answered, slowest {slowest:.2f} s{more}"
    return Row(
        fault=fault,
        target=target,
        measured=measured,
        good=len(good) == len(answers) and slowest <= within,
    )


def apologised(fault: str, target: str, answers: Sequence[Asked], within: float, status: int = 503) -> Row:
    """All of them with this status, ``Retry-After`` and in time."""
    good = [one for one in answers if one[0] == status and "Retry-After" in one[2]]
    slowest = max(seconds for _, seconds, *_ in answers)
    measured = f"{len(good)} of {len(answers)} say {status} with Retry-After, slowest {slowest:.2f} s"
    return Row(
        fault=fault,
        target=target,
        measured=measured,
        good=len(good) == len(answers) and slowest <= within,
    )


class Watch:
    """Questions asked all the time by a few threads, and what came of them."""

    def __init__(self, questions: Sequence[Question], each: float = 0.05, threads: int = 6) -> None:
        self.questions, self.each, self.threads = cycle(questions), each, threads
        self.seen: list[tuple[float, float, int]] = []  # begin, end, status
        self._lock = threading.Lock()

    @contextmanager
    def watching(self, before: float = 1.0) -> Iterator[None]:
        """The block begins when some have been answered."""
        over = threading.Event()
        threads = [threading.Thread(target=self._ask, args=[over]) for _ in range(self.threads)]
        for thread in threads:
            thread.start()
        sleep(before)
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join()

    def _ask(self, over: threading.Event) -> None:
        while not over.wait(self.each):
            with self._lock:
                question = next(self.questions)
            begin = monotonic()
            status = question()[0]
            self.seen.append((begin, monotonic(), status))

    @property
    def failed(self) -> int:
        return sum(not 200 <= status < 300 for *_, status in self.seen)

    @property
    def slowest(self) -> float:
        return max(end - begin for begin, end, _ in self.seen)

    def gap(self, since: float) -> float:
        """The longest time after this moment in which nothing was answered with success."""
        ends = sorted(end for _, end, status in self.seen if 200 <= status < 300 and end > since)
        return max((b - a for a, b in pairwise([since, *ends])), default=math.inf)
