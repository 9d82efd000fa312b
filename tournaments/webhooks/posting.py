"""Exchange a request with a checked address: no redirect, no second lookup, ten seconds at most."""

import socket
import ssl
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse
from threading import Timer
from time import monotonic

from django.conf import settings

from tournaments.webhooks.targets import BadTarget, Resolver, Target, addresses, parse, resolve

SECONDS = 10.0  # for all of it, from the first packet to the last
CONNECT_SECONDS = 3.0  # for each address
MAX_ADDRESSES = 3
MAX_READ = 64 * 1024


class Failure(StrEnum):
    """The reason why a message did not arrive; ``targets.TargetFault`` has others. The names are stable."""

    TIMEOUT = "timeout"
    TLS = "tls"
    CONNECTION = "connection"
    BAD_ANSWER = "bad_answer"
    REDIRECT = "redirect"
    STATUS = "status"


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """The response to a post. ``error``: empty, a Failure or a ``targets.TargetFault``.

    ``status``: the HTTP status, if there was one. ``retry_after``: the raw header, or empty.
    """

    status: int | None
    error: str
    milliseconds: int
    retry_after: str = ""

    @property
    def is_success(self) -> bool:
        return not self.error


@cache
def _default_tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The means of a post: a resolver, TLS trust, access to this machine, and a time limit."""

    resolve: Resolver = resolve
    private: bool = False
    seconds: float = SECONDS
    tls: ssl.SSLContext = field(default_factory=_default_tls)

    def check(self, url: str) -> None:
        """Raise BadTarget for a URL to which nothing would be sent now."""
        self._resolve_target(url)

    def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send once. The response's body is read up to 64 kB and dropped."""
        begun = monotonic()
        status, error, later = self._post(url, headers, body)
        milliseconds = round(1000 * (monotonic() - begun))
        return Response(status=status, error=error, milliseconds=milliseconds, retry_after=later)

    @contextmanager
    def get(self, url: str, headers: Mapping[str, str]) -> Iterator[HTTPResponse]:
        """Open a URL; the response can be read until the time is over.

        Raises BadTarget, OSError (TimeoutError when the time is over) or HTTPException.
        """
        connection = _CheckedConnection(*self._resolve_target(url), self)
        try:
            yield connection.begin("GET", headers)
        except (OSError, HTTPException):
            if connection.cut:
                raise TimeoutError from None
            raise
        finally:
            connection.end()

    def _resolve_target(self, url: str) -> tuple[Target, Sequence[str]]:
        target = parse(url, private=self.private)
        return target, addresses(target, self.resolve, private=self.private)

    def _post(self, url: str, headers: Mapping[str, str], body: bytes) -> tuple[int | None, str, str]:
        try:
            target, found = self._resolve_target(url)
        except BadTarget as unfit:
            return None, unfit.why, ""
        connection = _CheckedConnection(target, found, self)
        try:
            status, later = connection.exchange(headers, body)
        except (OSError, HTTPException) as error:
            return None, _failure(error, cut=connection.cut), ""
        finally:
            connection.end()
        return status, _status_failure(status), later


def default_sender() -> Sender:
    """Return a sender according to the settings."""
    return Sender(private=settings.WEBHOOK_PRIVATE)


def _status_failure(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return Failure.REDIRECT if 300 <= status < 400 else Failure.STATUS


def _failure(error: Exception, *, cut: bool) -> Failure:
    if cut or isinstance(error, TimeoutError):
        return Failure.TIMEOUT
    if isinstance(error, ssl.SSLError):
        return Failure.TLS
    return Failure.CONNECTION if isinstance(error, OSError) else Failure.BAD_ANSWER


class _CheckedConnection(HTTPConnection):
    """A connection to checked addresses that resolves nothing; TLS and Host keep the name."""

    def __init__(self, target: Target, found: Sequence[str], by: Sender) -> None:
        super().__init__(target.host, target.port, timeout=by.seconds)
        self.default_port = 443 if target.scheme == "https" else 80  # else Host would name the port
        self.cut = False
        self._target, self._found, self._by = target, found[:MAX_ADDRESSES], by
        self._line: socket.socket | None = None  # http.client drops its own once a response has begun
        self._alarm = Timer(by.seconds, self._cut)
        self._alarm.daemon = True

    def exchange(self, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
        """Return the status of the response and its Retry-After. Raises OSError or HTTPException."""
        response = self.begin("POST", headers, body)
        with suppress(OSError, HTTPException):  # the status line has been read
            response.read(MAX_READ)
        return response.status, response.getheader("Retry-After", "")

    def begin(self, method: str, headers: Mapping[str, str], body: bytes | None = None) -> HTTPResponse:
        """Send the request, and return the response when its headers have been read."""
        self._alarm.start()
        self.request(method, self._target.path, body, headers)
        response = self.getresponse()
        self._check_time()  # a truncated line looks like the end of the headers
        return response

    def connect(self) -> None:
        self.sock = self._line = self._reach()
        self._check_time()
        self.sock.settimeout(self._by.seconds)
        if self._target.scheme == "https":
            secured = self._by.tls.wrap_socket(
                self.sock, server_hostname=self.host, do_handshake_on_connect=False
            )
            self.sock = self._line = secured  # before the handshake, which a slow receiver may prolong
            secured.do_handshake()

    def end(self) -> None:
        self._alarm.cancel()
        self.close()

    def _check_time(self) -> None:
        if self.cut:
            raise TimeoutError

    def _reach(self) -> socket.socket:
        """Connect to the first address that accepts."""
        *others, last = self._found
        wait = min(CONNECT_SECONDS, self._by.seconds)
        for address in others:
            with suppress(OSError):
                return socket.create_connection((address, self.port), wait)
        return socket.create_connection((last, self.port), wait)

    def _cut(self) -> None:
        """End the connection at the time limit, as a socket's timeout restarts with every byte."""
        self.cut = True
        if self._line is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._line, socket.SHUT_RDWR)  # beneath TLS, which may be waiting
