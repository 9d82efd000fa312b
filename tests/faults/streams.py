"""The server of streams as a process of a test, and viewers of it."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from time import monotonic

from tests.conftest import ROOT
from tests.faults.serving import answers_within


@contextmanager
def streaming(environment, port, log=None, module="deploy.streams"):
    """A server that answers; whatever happens in the block, it is killed after it."""
    command = [sys.executable, "-m", module, "--bind", f"127.0.0.1:{port}", "--log-level", "critical"]
    with open(log or os.devnull, "w") as output:  # noqa: PTH123 - a path or a device
        server = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            answers_within(60, port)
            yield server
        finally:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
            server.wait()


class Stream:
    """One viewer: reads what it is told, message by message."""

    def __init__(self, port, path, *, timeout=30, receives=0, **headers):
        self.link = socket.socket()
        if receives:
            self.link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        self.link.settimeout(timeout)
        self.link.connect(("127.0.0.1", port))
        given = {"Host": "localhost", "Accept": "text/event-stream", **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self.link.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        self.text = ""
        self.fields = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.link.close()

    def line(self):
        """The next line that is none of a chunk's; None at the end."""
        while "\n" not in self.text:
            piece = self.link.recv(65536)
            if not piece:
                return None
            self.text += piece.decode()
        line, _, self.text = self.text.partition("\n")
        return line

    def head(self):
        """Status and headers."""
        status = int(self.line().split()[1])
        headers = {}
        while (line := self.line().strip()) != "":
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        return status, headers

    def body(self):
        """Of an answer that is no stream."""
        text = self.text
        while piece := self.link.recv(65536):
            text += piece.decode()
        return text

    def message(self):
        """(event, id, data) of the next one; None at the end."""
        fields = {}
        while (line := self.line()) is not None:
            name, _, value = line.partition(": ")
            if name in ("event", "id", "data"):
                fields[name] = value
            elif line == "" and "data" in fields:
                return fields.get("event"), fields.get("id"), json.loads(fields["data"])
        return None

    def until(self, version, seconds=30):
        """The messages up to the one with this id."""
        found, end = [], monotonic() + seconds
        while not found or found[-1][1] != version:
            assert monotonic() < end
            message = self.message()
            assert message is not None, found
            found.append(message)
        return found
