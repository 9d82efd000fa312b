"""The listening socket, bound first so that no other program takes the port, and its address."""

import ipaddress
import socket

from deploy.program.options import PORT

TRIED = 20  # ports after the usual one


class PortUnavailable(Exception):
    """The port cannot be used; the text says why, and how to proceed."""


def bind_socket(host: str, port: int | None) -> socket.socket:
    """Return a bound socket that does not listen yet; by default on the first free port from 8000 on."""
    if port is not None:
        return _bind_requested_port(host, port)
    for candidate in range(PORT, PORT + TRIED):
        try:
            return _bind(host, candidate)
        except OSError as error:
            last = error
    raise PortUnavailable(f"Cannot listen on {host}, ports {PORT} to {PORT + TRIED - 1}: {_why(last)}.")


def _bind_requested_port(host: str, port: int) -> socket.socket:
    try:
        return _bind(host, port)
    except OSError as error:
        said = f"Cannot listen on {host}, port {port}: {_why(error)}."
        free = _next_free_port(host, port)
        raise PortUnavailable(f"{said} Port {free} is free: --port {free}" if free else said) from error


def _next_free_port(host: str, port: int) -> int:
    """Return the next free port; 0 if there is none nearby."""
    for candidate in range(port + 1, min(port + 1 + TRIED, 65536)):
        try:
            _bind(host, candidate).close()
        except OSError:
            continue
        return candidate
    return 0


def _bind(host: str, port: int) -> socket.socket:
    address = host.strip("[]")
    family, kind, proto, _, where = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
    made = socket.socket(family, kind, proto)
    try:
        _reserve_port(made)
        made.bind(where)
    except OSError:
        made.close()
        raise
    return made


def _reserve_port(made: socket.socket) -> None:
    """Reserve the port: on Windows two programs may share one unless the socket is exclusive.

    Elsewhere ports are exclusive; a connection that has just ended must not block a restart.
    """
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        made.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def _why(error: OSError) -> str:
    return error.strerror or str(error)


ELSEWHERE = ("192.0.2.1", 9)  # RFC 5737: nobody's; a datagram socket that is connected to it sends nothing


def hall_address(host: str) -> str:
    """Return the address at which other devices reach a server on `host`; "" if they do not."""
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return "" if host == "localhost" else host
    if address.is_unspecified:
        return own_address()
    return "" if address.is_loopback else host


def own_address() -> str:
    """Return this machine's address in the network of its default route; "" without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(ELSEWHERE)
        except OSError:
            return ""
        address: str = asked.getsockname()[0]
    return "" if ipaddress.ip_address(address).is_loopback else address
