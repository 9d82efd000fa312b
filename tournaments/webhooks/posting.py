"""One POST to one checked address: no redirect, no second look-up, an end to it after ten seconds."""

import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from http.client import HTTPConnection, HTTPException
from threading import Timer
from time import monotonic

from django.conf import settings

from tournaments.webhooks.targets import Resolver, Target, Unfit, addresses, parse, system

SECONDS = 10.0  # for all of it, from the first packet to the last
CONNECT_SECONDS = 3.0  # for each address
MOST_ADDRESSES = 3
MOST_READ = 64 * 1024


class Failure(StrEnum):
    """Why a message did not arrive, beside ``targets.Why``; the names are stable."""

    TIMEOUT = "timeout"
    TLS = "tls"
    CONNECTION = "connection"
    BAD_ANSWER = "bad_answer"
    REDIRECT = "redirect"
    STATUS = "status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """``status``: the HTTP status if there was one; ``error``: empty, a Failure, or a ``targets.Why``.

    ``retry_after``: the header as it came, or empty.
    """

    status: int | None
    error: str
    milliseconds: int
    retry_after: str = ""

    @property
    def arrived(self) -> bool:
        return not self.error


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


@dataclass(frozen=True, slots=True, kw_only=True)
class Postman:
    """Who resolves names, whom TLS trusts, whether this machine may be reached, and for how long to try."""

    resolve: Resolver = system
    private: bool = False
    seconds: float = SECONDS
    tls: ssl.SSLContext = field(default_factory=_trusted)

    def check(self, url: str) -> None:
        """Raises Unfit for a URL that nothing would be sent to as things stand."""
        self._led_to(url)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send once. What the receiver says beside its status is read, up to 64 kB, and forgotten."""
        begun = monotonic()
        status, error, later = self._post(url, headers, body)
        milliseconds = round(1000 * (monotonic() - begun))
        return Answer(status=status, error=error, milliseconds=milliseconds, retry_after=later)

    def _led_to(self, url: str) -> tuple[Target, Sequence[str]]:
        target = parse(url, private=self.private)
        return target, addresses(target, self.resolve, private=self.private)

    def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int | None, str, str]:
        try:
            target, found = self._led_to(url)
        except Unfit as unfit:
            return None, unfit.why, ""
        connection = _Pinned(target, found, self)
        try:
            status, later = connection.exchange(headers, body)
        except (OSError, HTTPException) as error:
            return None, _failure(error, cut=connection.cut), ""
        finally:
            connection.end()
        return status, _judged(status), later


def postman() -> Postman:
    """The one that the settings ask for."""
    return Postman(private=settings.WEBHOOK_PRIVATE)


def _judged(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return Failure.REDIRECT if 300 <= status < 400 else Failure.STATUS


def _failure(error: Exception, *, cut: bool) -> Failure:
    if cut or isinstance(error, TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, ssl.SSLError):
        return Failure.TLS
    return Failure.CONNECTION if isinstance(error, OSError) else Failure.BAD_ANSWER


class _Pinned(HTTPConnection):
    """Connects to addresses that were checked and never resolves; TLS and Host keep the name."""

    def __init__(self, target: Target, found: Sequence[str], by: Postman) -> None:
        super().__init__(target.host, target.port, timeout=by.seconds)
        self.default_port = 443 if target.scheme == "https" else 80  # else Host would name the port
        self.cut = False
        self._target, self._found, self._by = target, found[:MOST_ADDRESSES], by
        self._line: socket.socket | None = None  # http.client forgets its own once an answer has begun
        self._alarm = Timer(by.seconds, self._cut)
        self._alarm.daemon = True

    def exchange(self, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
        """The status of the answer and its Retry-After. Raises OSError or HTTPException."""
        self._alarm.start()
        self.request("POST", self._target.path, body, headers)
        response = self.getresponse()
        self._go_on()  # a line that is cut looks like the end of the headers
        with suppress(OSError, HTTPException):  # the status has said it
            response.read(MOST_READ)
        return response.status, response.getheader("Retry-After", "")

    def connect(self) -> None:
        self.sock = self._line = self._reach()
        self._go_on()
        self.sock.settimeout(self._by.seconds)
        if self._target.scheme == "https":
            secured = self._by.tls.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = self._line = secured  # before the handshake, which a slow receiver may draw out
            secured.do_handshake()

    def end(self) -> None:
        self._alarm.cancel()
        self.close()

    def _go_on(self) -> None:
        if self.cut:
            raise TimeoutError

    def _reach(self) -> socket.socket:
        """The first address that takes the connection."""
        *others, last = self._found
        wait = min(CONNECT_SECONDS, self._by.seconds)
        for address in others:
            with suppress(OSError):
                return socket.create_connection((address, self.port), wait)
        return socket.create_connection((last, self.port), wait)

    def _cut(self) -> None:
        """End the connection: a socket's timeout starts again with every byte, this one does not."""
        self.cut = True
        if self._line is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._line, socket.SHUT_RDWR)  # beneath TLS, which may be waiting
