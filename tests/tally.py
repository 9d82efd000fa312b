"""What all parts of a run came to: `python -m tests.tally DIR [FAULT...]`, status 1 for any failure.

DIR holds the files of `tests.parts`; each FAULT is a step that failed without being a test. The last line is
`N passed, N failed`, alone.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """`passed` and `failed` count a test once per part; `not_run` counts by reason what no part ran."""

    passed: int
    failed: int
    not_run: Counter[str]


def main(arguments: Sequence[str]) -> int:
    """Print the tally of the folder `arguments[0]`; 0 when nothing failed and something ran."""
    folder, *faults = arguments
    total = tally(json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json")))
    sys.stdout.write(table(total, faults) + "\n")
    return 1 if faults or total.failed or not total.passed else 0


def tally(records: Iterable[dict[str, Any]]) -> Tally:
    """Join the records of processes: a worker's and its controller's outcomes are the same tests."""
    outcomes: dict[tuple[str, str], str] = {}
    left: dict[str, str] = {}
    for record in records:
        outcomes |= {(record["part"], test): outcome for test, outcome in record["outcomes"].items()}
        left |= record["left"]
    counts = Counter(outcomes.values())
    ran = {test for _, test in outcomes}
    not_run = Counter(reason for test, reason in left.items() if test not in ran)
    return Tally(passed=counts["passed"], failed=counts["failed"], not_run=not_run)


def table(total: Tally, faults: Sequence[str]) -> str:
    """The lines people read, worst last but for the sum."""
    lines = [f"not run: {number} - {reason}" for reason, number in sorted(total.not_run.items())]
    lines = lines or ["not run: 0 - everything ran"]
    lines += [f"failed step: {fault}" for fault in faults]
    return "\n".join([*lines, f"{total.passed} passed, {total.failed} failed"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
