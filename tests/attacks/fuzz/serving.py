"""The service in a process of its own, and requests to it over one connection."""

from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from time import monotonic

from tests.attacks.fuzz.asked import Answered
from tests.faults.serving import serving

PATIENCE = 60


class Wire:
    """Sends to a server on this machine, and reads what it logged meanwhile."""

    def __init__(self, port, log):
        self._port, self._log, self._connection = port, log.open(errors="replace"), None

    def __call__(self, asked):
        begun = monotonic()
        status, headers, body = self._told(asked, again=self._connection is not None)
        return Answered(
            status=status, seconds=monotonic() - begun, headers=headers, body=body, logged=self._tracebacks()
        )

    def _told(self, asked, *, again):
        """Once more where the server had closed a connection that was kept."""
        try:
            return self._answer(asked)
        except (OSError, HTTPException) as fault:
            self._connection = None
            return self._told(asked, again=False) if again else (0, {}, repr(fault).encode())

    def _answer(self, asked):
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        connection = self._connection
        connection.putrequest(
            asked.method, asked.target, skip_accept_encoding=True, skip_host="Host" in asked.headers
        )
        for name, value in asked.headers.items():
            connection.putheader(name, value.encode("latin-1"))
        if asked.body or asked.method not in ("GET", "HEAD"):
            connection.putheader("Content-Length", str(len(asked.body)))
        connection.endheaders(asked.body or None)
        return self._read(connection)

    def _read(self, connection):
        with connection.getresponse() as response:
            headers = {name.lower(): value for name, value in response.getheaders()}
            body = _some(response) if "event-stream" in headers.get("content-type", "") else response.read()
            if response.will_close or not response.isclosed():
                self._connection = None
        return response.status, headers, body

    def _tracebacks(self):
        lines = self._log.read().splitlines()
        return "\n".join(line for line in lines if "Traceback" in line)


def _some(response):
    """The beginning of an answer that goes on for ever."""
    try:
        return response.read1(1000)
    except TimeoutError:
        return b""


@contextmanager
def served(environment, port, log):
    with serving(environment, port, log):
        yield Wire(port, log)
