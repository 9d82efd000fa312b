"""The address of this machine in the local network of the playing hall."""

import ipaddress
import socket

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
