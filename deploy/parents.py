"""What a process owes to whoever started it: not to stay behind, and to say when it is ready.

The names below are of the environment that `deploy/supervising` gives to its processes.
"""

import ctypes
import os
import signal
import sys
from contextlib import suppress

SUPERVISOR = "SUPERVISOR_PID"
READY = "READY_FD"
PR_SET_PDEATHSIG = 1


def end_with(parent: int, number: signal.Signals) -> None:
    """Have the kernel send us this signal when ``parent`` dies, whichever way. On Linux alone."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(number))
    if os.getppid() != parent:  # it was quicker
        os.kill(os.getpid(), number)


def end_with_supervisor() -> None:
    """By TERM, so that what is at hand is finished. Without a supervisor: nothing."""
    if supervisor := os.environ.get(SUPERVISOR):
        end_with(int(supervisor), signal.SIGTERM)


def has_supervisor() -> bool:
    """Whether it is our parent now: it inherits the processes of a server that was killed."""
    return str(os.getppid()) == os.environ.get(SUPERVISOR)


def say_ready() -> None:
    """Requests are answered from now on. Nobody may be listening, and the second time nobody is."""
    if pipe := os.environ.get(READY):
        with suppress(OSError):
            os.write(int(pipe), b"1")
