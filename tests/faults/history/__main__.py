"""``python -m tests.faults.history FOLDER``: what ``tests.faults.load`` has left there, checked again.

Status 1 where anything contradicts the log.
"""

import sys
from pathlib import Path

from tests.faults.history import check, read_history, read_log


def main(folder: Path) -> int:
    with (folder / "history.jsonl").open() as calls, (folder / "log.jsonl").open() as events:
        history, log = read_history(calls), read_log(events)
    findings = check(history, log)
    told = [*findings, f"{len(history)} calls, {len(log)} events, {len(findings)} contradictions"]
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
