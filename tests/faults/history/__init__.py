"""What clients saw, held against what the log says: pure, for a history made by hand as for a long run.

The words are those of Jepsen, put plainly. A call is one request with its begin and end on one clock. Calls
of one id (the command id that follows from an Idempotency-Key) are one operation: acknowledged if one of them
was, refused if all were, else unknown: done or not, both are right, but at most once. Reads tell the version
of the stream that they show, and the value of one register of it.

The log orders everything, so nothing is searched for: each finding names the calls and events that contradict
each other.
"""

from tests.faults.history.checking import check
from tests.faults.history.values import (
    Anomaly,
    Call,
    Finding,
    Logged,
    Outcome,
    read_history,
    read_log,
    write_line,
)

__all__ = [
    "Anomaly",
    "Call",
    "Finding",
    "Logged",
    "Outcome",
    "check",
    "read_history",
    "read_log",
    "write_line",
]
