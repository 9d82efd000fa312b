"""The loop: whoever is due is started, whoever has ended is buried, signals are heard."""

import ctypes
import math
import os
import select
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from deploy.supervising.telling import tell_manager
from deploy.supervising.unit import Unit

PR_SET_CHILD_SUBREAPER = 36
HEARD = (signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGTERM)


class Supervisor:
    """HUP begins all units anew, TERM and INT end them; a second one is passed on."""

    def __init__(self, kept: Sequence[Unit]) -> None:
        self.units, self.stopping, self.told = kept, False, False
        self.manager = os.environ.pop("NOTIFY_SOCKET", "")  # gunicorn would speak for itself
        self.awake, waker = os.pipe()
        for end in (self.awake, waker):
            os.set_blocking(end, False)
        for number in HEARD:
            signal.signal(number, lambda *_heard: None)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        if sys.platform == "linux":  # the web processes of a master that was killed come to us, and go on
            ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)

    def run(self) -> None:
        while self.bury() or not self.stopping:
            if not self.stopping:
                for unit in self.units:
                    unit.begin_if_due()
            if not self.told and all(unit.serving for unit in self.units):
                self.told = True
                tell_manager(self.manager, "READY=1")
            for number in self.heard():
                self.obey(number)

    def heard(self) -> bytes:
        """Waits for signals, for a server to be ready or for a unit to be due; the signals."""
        now = time.monotonic()
        waits = [max(unit.due - now, 0.0) for unit in self.units if unit.waits and not self.stopping]
        pipes = {unit.ready: unit for unit in self.units if unit.ready is not None}
        readable, _, _ = select.select([self.awake, *pipes], [], [], min(waits, default=None))
        for pipe in set(readable) & pipes.keys():
            if pipes[pipe].heard_ready():
                for unit in self.units:
                    unit.due = min(unit.due, now)
        with suppress(BlockingIOError):
            return os.read(self.awake, 1024)
        return b""

    def obey(self, number: int) -> None:
        if number == signal.SIGHUP and not self.stopping:
            self.begin_anew()
        elif number in (signal.SIGTERM, signal.SIGINT):
            self.stopping = True
            tell_manager(self.manager, "STOPPING=1")
            for unit in self.units:
                unit.end()

    def begin_anew(self) -> None:
        """The others when the new web server is ready, and not at all where it does not become so."""
        first, *others = self.units
        first.begin_anew()
        for unit in others:
            unit.old, unit.due = True, math.inf if first.listener else 0.0

    def bury(self) -> bool:
        """Whether anybody is left. Those we do not know by number came to us when their parent was killed."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if not pid:
                return True
            for unit in self.units:
                unit.bury(pid, os.waitstatus_to_exitcode(status), expected=self.stopping)
