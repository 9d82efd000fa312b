"""Waitress, which serves on Linux, macOS and Windows (`deploy/decisions/servers.md`)."""

import logging
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

from waitress import wasyncore
from waitress.server import create_server

CONNECTIONS = 400  # Windows looks after 512 sockets at once, and a browser keeps up to six
SILENT = 10  # seconds after which a connection is closed on which nothing goes on
FILES = 1024  # macOS gives a process 256 unless it asks
LONGEST_STOP = 10  # seconds that requests have to end once it is to stop
HEAD = 64 * 1024
BODY = 64 * 1024 * 1024  # the application refuses far less, and says why


class Server:
    """The application behind a bound socket."""

    def __init__(
        self,
        application: Callable[..., Any],
        bound: socket.socket,
        *,
        connections: int = CONNECTIONS,
        silent: int = SILENT,
    ) -> None:
        self.sockets: dict[int, Any] = {}
        _raise_file_limit()
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a busy moment is no fault
        self.server = create_server(
            application,
            map=self.sockets,
            sockets=[bound],
            threads=8,
            connection_limit=connections,
            channel_timeout=silent,
            cleanup_interval=silent,
            max_request_header_size=HEAD,
            max_request_body_size=BODY,
            clear_untrusted_proxy_headers=False,  # the first account is nobody's who comes through a tunnel
            log_socket_errors=False,  # phones hang up
            ident="",
        )

    def run(self) -> None:
        """Serve until Ctrl-C, Ctrl-Break or TERM, then until the current requests are answered."""
        for name in ("SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.default_int_handler)
        try:
            wasyncore.loop(timeout=1, map=self.sockets)
        except KeyboardInterrupt:
            with suppress(KeyboardInterrupt):  # a second Ctrl-C ends it at once
                self.end()

    def end(self) -> None:
        """Stop accepting connections, and finish the current requests."""
        self.server.accepting = False
        end = time.monotonic() + LONGEST_STOP
        while self._is_busy() and time.monotonic() < end:
            wasyncore.loop(timeout=0.1, map=self.sockets, count=1)
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.sockets)

    def _is_busy(self) -> bool:
        channels = self.server.active_channels.values()
        return any(channel.requests or channel.total_outbufs_len for channel in channels)


def _raise_file_limit() -> None:
    """Raise the limit of open files, as each connection is one. Windows has no such limit."""
    with suppress(ImportError, OSError, ValueError):
        resource = import_module("resource")
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= now < FILES:
            wanted = FILES if most < 0 else min(FILES, most)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
