"""Where a webhook's URL leads: its parts, and the addresses behind its name, each of them checked.

``private``: this machine may be reached too, on any port and without TLS. For tests, and to try one
out at home.
"""

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from tournaments.outbox.rows import LONGEST_URL
from tournaments.webhooks.addresses import is_loopback, is_public

PORTS = {443, 8443}
URL = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
# Ends in a letter's label: numbers that a resolver would take for an address (127.1, 0x7f.1) are no name.
NAME = re.compile(rf"(?=.{{1,253}}\Z)(?:{LABEL}\.)+(?=[a-z]){LABEL}")
AT_HOME = {"localhost", "127.0.0.1", "::1"}

Resolver = Callable[[str, int], Sequence[str]]


class Why(StrEnum):
    """What is wrong with a URL or with what it leads to; the names are stable."""

    TOO_LONG = "too_long"
    CHARACTERS = "characters"
    SCHEME = "scheme"
    CREDENTIALS = "credentials"
    FRAGMENT = "fragment"
    HOST = "host"
    PORT = "port"
    ADDRESS = "address"  # one that must not be reached, or none: which of the two is nobody's business


class Unfit(Exception):
    """No webhook goes there."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """``path`` carries the query."""

    scheme: str
    host: str
    port: int
    path: str


def parse(url: str, *, private: bool = False) -> Target:
    """The parts of ``url``. Raises Unfit for what no webhook may have."""
    if len(url) > LONGEST_URL:
        raise Unfit(Why.TOO_LONG)
    if not URL.fullmatch(url):
        raise Unfit(Why.CHARACTERS)  # before urlsplit, which drops some without a word
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Unfit(Why.HOST) from None
    if parts.scheme not in ("https", *(["http"] if private else [])):
        raise Unfit(Why.SCHEME)
    if "@" in parts.netloc:
        raise Unfit(Why.CREDENTIALS)
    if "#" in url:
        raise Unfit(Why.FRAGMENT)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    host = _host(parts, private=private)
    return Target(scheme=parts.scheme, host=host, port=_port(parts, private=private), path=path)


def _host(parts: SplitResult, *, private: bool) -> str:
    host = parts.hostname or ""
    if NAME.fullmatch(host) or (private and host in AT_HOME):
        return host
    raise Unfit(Why.HOST)


def _port(parts: SplitResult, *, private: bool) -> int:
    usual = 443 if parts.scheme == "https" else 80
    try:
        port = usual if parts.port is None else parts.port
    except ValueError:
        raise Unfit(Why.PORT) from None
    if port in PORTS or (private and port > 0):
        return port
    raise Unfit(Why.PORT)


def system(host: str, port: int) -> list[str]:
    """The addresses of ``host`` as this machine resolves it. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def addresses(target: Target, resolve: Resolver, *, private: bool = False) -> Sequence[str]:
    """All addresses of the target, asked for once. Raises Unfit if a single one must not be reached."""
    try:
        found = resolve(target.host, target.port)
    except OSError:
        found = ()
    fit = (is_public(address) or (private and is_loopback(address)) for address in found)
    if not found or not all(fit):
        raise Unfit(Why.ADDRESS)
    if target.scheme == "http" and not all(map(is_loopback, found)):
        raise Unfit(Why.SCHEME)
    return found
