"""Gunicorn's gthread worker that collects requests: a thread is given whole ones, and waits for no client."""

import os
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, MSG_PEEK, SHUT_RDWR, SHUT_WR, SO_SNDBUF, SOL_SOCKET
from time import monotonic
from typing import Any
from urllib.parse import unquote

from gunicorn.workers.gthread import TConn, ThreadWorker

from deploy import parents
from deploy.collecting import Part, Request

HEAD_SECONDS = 10
BODY_SECONDS = 30
SLOWEST = 32 * 1024  # bytes a second of a large body
ANSWER_SECONDS = 60  # that a client may take to fetch an answer
LEAVING_SECONDS = 3  # after the last answer, for the client to see it and close
CUT_SECONDS = 30  # the same where it is still sending a body that nobody wants
STOPPING_SECONDS = 2  # that a server which ends waits for a request that has not begun
ROOM = 128 * 1024 * 1024  # bytes of requests that are being collected
KERNEL = 1024 * 1024  # bytes of an answer that the kernel may take at once
PIECE = 64 * 1024
LONGEST_PATH = 8 * 1024
COSTLY = "costly"  # the line of what takes a processor for long, in place of an address
COSTLY_THREADS = 2  # one for what is worked on, one for what is kept already or waits


def _refusal(status: str, more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\n{more}Connection: close\r\nContent-Length: 0\r\n\r\n".encode()


NO_LENGTH, HEAD_TOO_LARGE = _refusal("411 Length Required"), _refusal("431 Request Header Fields Too Large")
NO_ROOM = _refusal("503 Service Unavailable", "Retry-After: 5\r\n")
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(slots=True)
class Arriving:
    """The request that a connection is sending, and until when it may."""

    request: Request
    end: float


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """The main loop reads what arrives; the time that a request has is that of the whole.

    When all places are taken, the address that has most of them gives up its oldest that waits.
    """

    wsgi: Any
    is_costly: Callable[[str], bool] = staticmethod(lambda _path: False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arriving: dict[Any, Arriving] = {}
        self.answering: dict[Any, float] = {}
        self.leaving: dict[Any, float] = {}
        self.working, self.queued = Counter[str](), defaultdict[str, deque[Any]](deque)
        behind_proxy = int(os.environ.get("NIGIRI_PROXIES") or 0)  # all addresses are the proxy's
        self.share = self.cfg.threads if behind_proxy else max(1, self.cfg.threads // 2)

    def load_wsgi(self) -> None:
        super().load_wsgi()
        application = self.wsgi

        def timed(environ: Any, start_response: Any) -> Any:
            """What is answered has been made; from now on the client is waited for."""
            answer = application(environ, start_response)
            self.answering[environ["gunicorn.socket"]] = monotonic() + ANSWER_SECONDS
            return answer

        self.wsgi = timed

    def accept(self, listener: Any) -> None:
        with suppress(BlockingIOError, ConnectionAbortedError):
            sock, address = listener.accept()
            self.nr_conns += 1
            with suppress(OSError):
                sock.setsockopt(SOL_SOCKET, SO_SNDBUF, KERNEL)
            conn = TConn(self.cfg, sock, address, listener.getsockname())
            conn.is_cut = False
            self.collect(conn)
            if self.nr_conns >= self.worker_connections:
                self.make_room()

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """A kept connection asks for something else."""
        if conn not in self.keepalived_conns:
            return  # as in `read`
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.collect(conn)

    def enqueue_req(self, conn: Any) -> None:
        """Called by gunicorn where the beginning of the next request came with the last one."""
        self.collect(conn, conn.parser.unreader.take_buffered())

    def collect(self, conn: Any, begun: bytes = b"") -> None:
        request = Request(begun)
        self.arriving[conn] = Arriving(request, monotonic() + HEAD_SECONDS)
        conn.sock.settimeout(0)
        self.poller.register(conn.sock, EVENT_READ, partial(self.read, conn))
        self.go_on(conn, Part.HEAD)

    def read(self, conn: Any, sock: Any) -> None:
        """A piece has arrived, or the end of the connection."""
        if conn not in self.arriving:
            return  # dropped for one that came in the same moment
        request = self.arriving[conn].request
        before = request.part
        try:
            piece = sock.recv(PIECE)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        if not piece:
            self.drop(conn)
            return
        request.add(piece)
        self.go_on(conn, before)
        if len(piece) == PIECE:
            self.keep_within_room()

    def go_on(self, conn: Any, before: Part) -> None:
        request = self.arriving[conn].request
        match request.part:
            case Part.ALL:
                self.hand_over(conn)
            case Part.BODY if before is Part.HEAD:
                self.wait_for_body(conn)
            case Part.ENDLESS:
                self.refuse(conn, HEAD_TOO_LARGE)
            case Part.UNMEASURED:
                self.refuse(conn, NO_LENGTH)

    def wait_for_body(self, conn: Any) -> None:
        arriving = self.arriving[conn]
        arriving.end = monotonic() + BODY_SECONDS + arriving.request.length / SLOWEST
        if arriving.request.waits_for_leave:
            with suppress(OSError):
                conn.sock.send(GO_ON)

    def keep_within_room(self) -> None:
        """The one that has most of it is asked to come again."""
        sizes = {conn: len(arriving.request.bytes) for conn, arriving in self.arriving.items()}
        if sum(sizes.values()) > ROOM:
            self.refuse(max(sizes, key=lambda conn: sizes[conn]), NO_ROOM)

    def hand_over(self, conn: Any) -> None:
        """To a thread, which finds all of it read."""
        request = self.arriving.pop(conn).request
        self.poller.unregister(conn.sock)
        conn.init()
        conn.parser.unreader.unread(bytes(request.bytes))
        conn.is_cut = request.is_too_large  # the rest of it is not read
        conn.line = self.line_of(request, address_of(conn))
        self.queued[conn.line].append(conn)
        self.give_threads(conn.line)

    def line_of(self, request: Request, address: str) -> str:
        """In which line a request waits: that of its address, or that of what is costly, of all addresses."""
        return COSTLY if self.is_costly(path_of(request)) else address

    def give_threads(self, line: str) -> None:
        """To what is whole, half of them at most for one address, and fewer for what is costly."""
        most = COSTLY_THREADS if line == COSTLY else self.share
        while self.queued[line] and self.working[line] < most:
            conn = self.queued[line].popleft()
            if line == COSTLY and has_gone(conn):
                self.close(conn)
            else:
                self.working[line] += 1
                super().enqueue_req(conn)
        if not self.queued[line]:
            del self.queued[line]
        if not self.working[line]:
            del self.working[line]

    def handle(self, conn: Any) -> Any:
        try:
            return super().handle(conn)
        finally:
            self.answering.pop(conn.sock, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        req._expected_100_continue = False  # noqa: SLF001 - the body is here; gunicorn would ask for it
        return super().handle_request(req, conn)

    def is_parent_alive(self) -> bool:
        """A master that was killed is no reason to stop: the supervisor ends us once others are ready."""
        return parents.has_supervisor() or super().is_parent_alive()

    def _keepalive_after(self, conn: Any, keepalive: Any) -> Any:
        return super()._keepalive_after(conn, keepalive and not conn.is_cut)

    def finish_request(self, conn: Any, fs: Any) -> None:
        self.working[conn.line] -= 1
        self.give_threads(conn.line)
        if not fs.cancelled() and not fs.exception() and fs.result():
            super().finish_request(conn, fs)
        else:
            self.leave(conn)

    def refuse(self, conn: Any, words: bytes) -> None:
        self.arriving.pop(conn)
        self.poller.unregister(conn.sock)
        with suppress(OSError):
            conn.sock.send(words)
        self.leave(conn)

    def leave(self, conn: Any) -> None:
        """Say that there is no more, and read what still comes: who is sending would miss the answer."""
        try:
            conn.sock.settimeout(0)
            conn.sock.shutdown(SHUT_WR)
            self.poller.register(conn.sock, EVENT_READ, partial(self.let_run, conn))
        except (OSError, ValueError):
            self.close(conn)
        else:
            self.leaving[conn] = monotonic() + (CUT_SECONDS if conn.is_cut else LEAVING_SECONDS)

    def let_run(self, conn: Any, sock: Any) -> None:
        if conn not in self.leaving:
            return  # as in `read`
        with suppress(BlockingIOError):
            try:
                piece = sock.recv(PIECE)
            except ConnectionError:
                piece = b""
            if not piece:
                self.drop(conn)

    def drop(self, conn: Any) -> None:
        self.arriving.pop(conn, None)
        self.leaving.pop(conn, None)
        with suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)
        self.close(conn)

    def close(self, conn: Any) -> None:
        self.nr_conns -= 1
        conn.close()

    def make_room(self) -> None:
        """Whoever is alone with their address comes last."""
        queued = (conn for line in self.queued.values() for conn in line)
        waiting = [*self.leaving, *self.keepalived_conns, *self.arriving, *queued]
        held = Counter(address_of(conn) for conn in waiting)
        if waiting:
            conn = max(waiting, key=lambda conn: held[address_of(conn)])  # the first of those
            for line in (self.keepalived_conns, *self.queued.values()):
                with suppress(ValueError):
                    line.remove(conn)
            self.drop(conn)

    def murder_pending(self) -> None:
        """Gunicorn's main loop comes by at least once a second."""
        now = monotonic()
        late = [conn for conn, arriving in self.arriving.items() if self.is_late(arriving, now)]
        for conn in [*late, *(conn for conn, end in self.leaving.items() if end < now)]:
            self.drop(conn)
        for sock, end in list(self.answering.items()):
            if end < now and self.answering.pop(sock, 0.0):
                with suppress(OSError):  # closed meanwhile
                    sock.shutdown(SHUT_RDWR)

    def is_late(self, arriving: Arriving, now: float) -> bool:
        """A server that ends waits for nobody who has not begun."""
        if self.alive or arriving.request.bytes:
            return arriving.end < now
        return arriving.end - HEAD_SECONDS + STOPPING_SECONDS < now


def address_of(conn: Any) -> str:
    """Of the client; all that come by a socket file count as one."""
    return conn.client[0] if isinstance(conn.client, tuple) else ""


def path_of(request: Request) -> str:
    """Of a whole request: what its first line asks for, as Django has it."""
    words = bytes(request.bytes[:LONGEST_PATH]).split(b" ", 2)
    return unquote(words[1].partition(b"?")[0].decode("latin-1")) if len(words) == 3 else ""


def has_gone(conn: Any) -> bool:
    """Whether the client has closed the connection while it waited."""
    try:
        return not conn.sock.recv(1, MSG_PEEK | MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
