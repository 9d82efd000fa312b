"""One kind of process that is kept alive."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from deploy import parents

LATER = 10.0  # seconds that the others leave to a web server that starts
SHORT = 20.0  # a process that ends sooner has hardly begun: the next one is given time
LONGEST = 30.0


def say(what: str) -> None:
    sys.stderr.write(f"supervisor: {what}\n")
    sys.stderr.flush()


class Unit:
    """At most one process that serves, one that is to take its place, and those that are leaving.

    ``due``: when the next is to be started, where none is there or it is ``old``. ``listener``: number of a
    socket that is handed down; such a process says by a pipe, ``ready``, that it has begun to serve. Others
    serve at once.
    """

    def __init__(self, name: str, command: Sequence[str], *, listener: int = 0, **environment: str) -> None:
        self.name, self.command, self.listener, self.environment = name, command, listener, environment
        self.serving = self.coming = self.number = self.failures = 0
        self.orphaned: set[int] = set()
        self.leaving: set[int] = set()
        self.ready: int | None = None
        self.due = self.begun = time.monotonic()
        self.old = False

    @property
    def waits(self) -> bool:
        """For its time to begin."""
        return not (self.serving or self.coming)

    def begin_if_due(self) -> None:
        due = self.due <= time.monotonic()
        if due and (self.waits or self.old):
            self.begin()

    def begin_anew(self) -> None:
        """Beside what serves. One that has not become ready since the last time is given up."""
        if self.coming:
            self.leave(self.coming)
        self.begin()

    def begin(self) -> None:
        self.number, self.begun, self.old = self.number + 1, time.monotonic(), False
        self.hang_up()
        self.ready, told = os.pipe()
        try:
            self.coming = self.started(told)
        except OSError as error:  # the folder of new code lacks its Python, or there is no memory
            self.missed(0, error.errno or 1, expected=False)
        else:
            if not self.listener:
                self.take_over()
        finally:
            os.close(told)

    def started(self, told: int) -> int:
        """The number of a new process, in a group of its own."""
        own = {parents.SUPERVISOR: str(os.getpid()), parents.READY: str(told)}
        name = f"{self.name}-{os.getpid()}-{self.number}"
        process = subprocess.Popen(  # noqa: S603 - a command of ours
            [part.replace("{name}", name) for part in self.command],
            env={**os.environ, **own, **self.environment},
            cwd=folder(),
            pass_fds=(told, self.listener) if self.listener else (),
            process_group=0,
            stdin=subprocess.DEVNULL,
        )
        process.returncode = 0  # it is waited for elsewhere
        return process.pid

    def heard_ready(self) -> bool:
        """Whether it was that, and not the end of the pipe."""
        if not os.read(self.ready or 0, 1):
            self.hang_up()
            return False
        say(f"{self.name} is ready after {time.monotonic() - self.begun:.1f} s")
        self.take_over()
        return True

    def take_over(self) -> None:
        """The new one serves; whoever did before finishes what is at hand."""
        self.hang_up()
        if self.serving:
            self.leave(self.serving)
        for group in self.orphaned:
            tell_group(group)
        self.orphaned.clear()
        self.serving, self.coming = self.coming, 0

    def leave(self, pid: int) -> None:
        self.leaving.add(pid)
        tell(pid)

    def end(self) -> None:
        """All of them, as soon as they can; told again, sooner."""
        for pid in {self.serving, self.coming} | self.leaving:
            tell(pid)
        for group in self.orphaned:
            tell_group(group)

    def bury(self, pid: int, status: int, *, expected: bool) -> None:
        """One of ours may have ended, with this exit status or -signal."""
        if pid in self.leaving:
            self.leaving.discard(pid)
            tell_group(pid)
        elif pid in (self.serving, self.coming):
            self.missed(pid, status, expected=expected)

    def missed(self, pid: int, status: int, *, expected: bool) -> None:
        """It was needed. Those it has started may live: they serve until others do."""
        lasted = time.monotonic() - self.begun
        self.failures = self.failures + 1 if lasted < SHORT else 0
        wait = min(2.0 ** min(self.failures - 2, 9), LONGEST) if self.failures > 1 else 0.0
        self.due = time.monotonic() + wait
        if pid == self.coming:
            self.coming = 0
            self.hang_up()
        else:
            self.serving = 0
        if self.listener and pid and not (self.serving or self.coming or expected):
            self.orphaned.add(pid)
        elif pid:
            tell_group(pid)
        if not expected:
            goes_on = "the old one goes on" if self.serving else f"started again in {wait:g} s"
            say(f"{self.name} ended after {lasted:.1f} s with {status}: {goes_on}")

    def hang_up(self) -> None:
        if self.ready is not None:
            os.close(self.ready)
            self.ready = None


def folder() -> str:
    """As it was named, so that a link that points to new code is followed anew each time."""
    named = os.environ.get("PWD", "")
    return named if named.startswith("/") and os.path.isdir(named) else os.getcwd()  # noqa: PTH109, PTH112


def tell(pid: int) -> None:
    if pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)


def tell_group(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGTERM)
