"""Check a webhook's URL: its parts, and every address behind its name.

``private`` also allows this machine, on any port and without TLS, for tests.
"""

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from tournaments.outbox.rows import LONGEST_URL

PORTS = {443, 8443}
URL = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
# The last label ends in a letter: numbers that a resolver takes for an address (127.1, 0x7f.1) are no name.
NAME = re.compile(rf"(?=.{{1,253}}\Z)(?:{LABEL}\.)+(?=[a-z]){LABEL}")
LOOPBACK_NAMES = {"localhost", "127.0.0.1", "::1"}

Resolver = Callable[[str, int], Sequence[str]]
NEVER_V4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",
            "100.64.0.0/10",  # behind a provider's NAT; Alibaba's metadata
            "127.0.0.0/8",
            "168.63.129.16/32",  # Azure's services for its own machines, on a public address
            "169.254.0.0/16",  # link-local; metadata of nearly all providers
            "172.16.0.0/12",
            "192.0.0.0/24",  # protocol assignments; Oracle's metadata
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
# Everything else of IPv6 is refused: mapped and compatible IPv4, NAT64, local, site-local, multicast.
UNICAST_V6 = IPv6Network("2000::/3")
NEVER_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address inside
            "3fff::/20",  # documentation
        ),
    )
)


class TargetFault(StrEnum):
    """A fault of a URL or of its addresses; the names are stable."""

    TOO_LONG = "too_long"
    CHARACTERS = "characters"
    SCHEME = "scheme"
    CREDENTIALS = "credentials"
    FRAGMENT = "fragment"
    HOST = "host"
    PORT = "port"
    ADDRESS = "address"  # forbidden or none: the caller must not learn which


class BadTarget(Exception):
    """A URL that is not allowed for webhooks."""

    def __init__(self, why: TargetFault) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The parts of a URL; ``path`` includes the query."""

    scheme: str
    host: str
    port: int
    path: str


def parse(url: str, *, private: bool = False) -> Target:
    """Return the parts of a URL. Raises BadTarget if it is not allowed."""
    if len(url) > LONGEST_URL:
        raise BadTarget(TargetFault.TOO_LONG)
    if not URL.fullmatch(url):
        raise BadTarget(TargetFault.CHARACTERS)  # before urlsplit, which drops some silently
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadTarget(TargetFault.HOST) from None
    if parts.scheme not in ("https", *(["http"] if private else [])):
        raise BadTarget(TargetFault.SCHEME)
    if "@" in parts.netloc:
        raise BadTarget(TargetFault.CREDENTIALS)
    if "#" in url:
        raise BadTarget(TargetFault.FRAGMENT)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = _host(parts, private=private)
    return Target(scheme=parts.scheme, host=host, port=_port(parts, private=private), path=path)


def _host(parts: SplitResult, *, private: bool) -> str:
    host = parts.hostname or ""
    if NAME.fullmatch(host) or (private and host in LOOPBACK_NAMES):
        return host
    raise BadTarget(TargetFault.HOST)


def _port(parts: SplitResult, *, private: bool) -> int:
    usual = 443 if parts.scheme == "https" else 80
    try:
        port = usual if parts.port is None else parts.port
    except ValueError:
        raise BadTarget(TargetFault.PORT) from None
    if port in PORTS or (private and port > 0):
        return port
    raise BadTarget(TargetFault.PORT)


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host, by this machine's resolver. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def addresses(target: Target, resolve: Resolver, *, private: bool = False) -> Sequence[str]:
    """Return all addresses of the target, resolved once. Raises BadTarget if one is not allowed."""
    try:
        found = resolve(target.host, target.port)
    except OSError:
        found = ()
    fit = (is_public(address) or (private and is_loopback(address)) for address in found)
    if not found or not all(fit):
        raise BadTarget(TargetFault.ADDRESS)
    if target.scheme == "http" and not all(map(is_loopback, found)):
        raise BadTarget(TargetFault.SCHEME)
    return found


def is_public(address: str) -> bool:
    """Return whether a numeric address is public unicast."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if ip.version == 4:
        return not any(ip in network for network in NEVER_V4)
    scoped = "%" in address
    return not scoped and ip in UNICAST_V6 and not any(ip in network for network in NEVER_V6)


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine itself."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
