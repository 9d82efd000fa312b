"""What takes a processor for long is answered in processes of their own, which come after all others.

A web process has, from its start, a child that does nothing but fork: one process for each such request,
which answers as the web process would, and ends. So the web process feels neither the interpreter's lock nor
the memory of a heavy answer, and whatever becomes of one harms nobody else. On Linux; elsewhere, and where
its child has died, such requests are answered like any other.
"""

import gc
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from django.db import connections

Application = Callable[[dict[str, Any], Callable[..., Any]], Any]
Files = Callable[[], None]
SECONDS = 60  # that an answer may take
NICENESS = 5  # everybody else goes before
_NAMES = ("SIGTERM", "SIGINT", "SIGQUIT", "SIGHUP", "SIGUSR1", "SIGUSR2")  # Windows has not all of them
NEVER_HEARD = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))
"""Signals for the web process, which lets what is at hand end; the child ends with its line to it."""
PLAIN = (str, bytes, int, tuple)


class Answer(NamedTuple):
    """As WSGI has it."""

    status: str
    headers: list[tuple[str, str]]
    body: bytes


class LostError(Exception):
    """The process that was to answer has ended without, or has taken too long."""


class Apart:
    """The line to the child of this process; ``is_open`` where there is one."""

    def __init__(self) -> None:
        self.line: socket.socket | None = None
        self.lock = Lock()

    @property
    def is_open(self) -> bool:
        return self.line is not None

    def begin(self, application: Application, forget: Files) -> None:
        """Fork the child, before there are threads. ``forget``: closes there what is the parent's alone."""
        if sys.platform != "linux" or self.line is not None:
            return
        self.line, theirs = socket.socketpair()
        if os.fork():
            theirs.close()
            return
        try:
            self.line.close()
            self.line = None
            _quiet()
            forget()
            _fork_on_demand(theirs, application)
        finally:
            os._exit(0)

    def close(self) -> None:
        if self.line is not None:
            self.line.close()
        self.line = None

    def ask(self, environ: Mapping[str, Any], body: bytes) -> Answer | None:
        """The answer; None where nobody is there to give one. Raises LostError."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            if not self._hand_over(theirs):
                return None
            theirs.close()
            ours.settimeout(SECONDS)
            try:
                with ours.makefile("rwb") as file:
                    pickle.dump((plain(environ), body), file)
                    file.flush()
                    return Answer(*pickle.load(file))  # noqa: S301 - from a process of ours
            except (OSError, EOFError, pickle.UnpicklingError) as fault:
                raise LostError from fault

    def _hand_over(self, end: socket.socket) -> bool:
        with self.lock:
            try:
                if self.line is not None:
                    socket.send_fds(self.line, [b"1"], [end.fileno()])
            except OSError:
                self.close()
            return self.line is not None


APART = Apart()


def plain(environ: Mapping[str, Any]) -> dict[str, Any]:
    """What of a request can be told to another process: all but its streams."""
    return {name: value for name, value in environ.items() if isinstance(value, PLAIN)}


def _quiet() -> None:
    signal.set_wakeup_fd(-1)
    for number in NEVER_HEARD:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that have ended
    os.nice(NICENESS)
    gc.freeze()


def _fork_on_demand(line: socket.socket, application: Application) -> None:
    """Until the web process has ended."""
    while True:
        told, ends, *_ = socket.recv_fds(line, 1, 1)
        if not told:
            return
        if os.fork() == 0:
            line.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(SECONDS)
            with suppress(OSError, EOFError):  # the web process has ended
                _answer(socket.socket(fileno=ends[0]), application)
            return
        for end in ends:
            os.close(end)


def _answer(end: socket.socket, application: Application) -> None:
    with end, end.makefile("rwb") as file:
        environ, body = pickle.load(file)  # noqa: S301 - from a process of ours
        pickle.dump(tuple(answered(application, environ, body)), file)
        file.flush()
    connections.close_all()
    leave_no_metrics()


def answered(application: Application, environ: dict[str, Any], body: bytes) -> Answer:
    """What the application says to this request."""
    told: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], _fault: Any = None) -> None:
        told[:] = status, headers

    given = environ | {"wsgi.input": BytesIO(body), "wsgi.errors": sys.stderr}
    pieces = application(given, start)
    try:
        return Answer(told[0], told[1], b"".join(pieces))
    finally:
        if hasattr(pieces, "close"):
            pieces.close()


def leave_no_metrics() -> None:
    """What this process has counted would stay as files, one for each such request."""
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        for file in Path(folder).glob(f"*_{os.getpid()}.db"):
            file.unlink(missing_ok=True)
