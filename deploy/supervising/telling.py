"""What systemd is told of us, where it wants to know (`Type=notify`)."""

import os
import socket
from contextlib import suppress


def tell_manager(state: str) -> None:
    """``READY=1`` or ``STOPPING=1``, by the socket that NOTIFY_SOCKET names; nothing where it names none."""
    if address := os.environ.get("NOTIFY_SOCKET", ""):
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)
