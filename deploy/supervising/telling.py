"""What systemd is told of us, where it wants to know (`Type=notify`)."""

import socket
from contextlib import suppress


def tell_manager(address: str, state: str) -> None:
    """``READY=1`` or ``STOPPING=1``, by the socket that NOTIFY_SOCKET named; nothing where it named none."""
    if address:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(state.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)
