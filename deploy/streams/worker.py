"""Gunicorn's ASGI worker, which ends its streams when it is to end, and drops clients that do not read."""

import resource
import socket
from contextlib import suppress
from typing import Any

from gunicorn.workers.gasgi import ASGIWorker

UNREAD_SECONDS = 20  # that a client may leave what it was sent, before the kernel cuts it off
KERNEL = 16 * 1024  # bytes that the kernel keeps for a client who does not read


class Worker(ASGIWorker):  # type: ignore[misc]  # gunicorn ships no types
    asgi: Any

    def init_process(self) -> None:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        for listener in self.sockets:
            limit(listener.sock)
        super().init_process()

    def handle_exit_signal(self) -> None:
        self.end_streams()
        super().handle_exit_signal()

    def handle_quit_signal(self) -> None:
        self.end_streams()
        super().handle_quit_signal()

    def end_streams(self) -> None:
        if end := getattr(self.asgi, "end", None):
            end()


def limit(listener: socket.socket) -> None:
    """Connections have it from the socket that they came by."""
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, KERNEL)
    if listener.family != socket.AF_UNIX and hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * UNREAD_SECONDS)
