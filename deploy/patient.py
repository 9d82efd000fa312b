"""Gunicorn's gthread worker with an end to its patience: half a request must not hold a thread for ever."""

from contextlib import suppress
from socket import SHUT_RD
from time import monotonic
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

HEAD_SECONDS = 10
BODY_SECONDS = 30


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn ships no types
    """Whoever has not sent the head of a request after ten seconds, or its body after thirty, is cut off.

    The time is that of the whole, so that a byte now and then buys nothing. Reading alone is shut: an answer
    that is being made still arrives.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.reading: dict[Any, float] = {}

    def enqueue_req(self, conn: Any) -> None:
        """The time runs while the connection waits for a thread, too: what has arrived is read anyway."""
        self.reading[conn] = monotonic() + HEAD_SECONDS
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        try:
            return super().handle(conn)
        finally:
            self.reading.pop(conn, None)

    def handle_request(self, req: Any, conn: Any) -> Any:
        """The head is here; the application reads the body, if there is any."""
        if any(name in ("CONTENT-LENGTH", "TRANSFER-ENCODING") for name, _ in req.headers):
            self.reading[conn] = monotonic() + BODY_SECONDS
        else:
            self.reading.pop(conn, None)
        return super().handle_request(req, conn)

    def murder_pending(self) -> None:
        """Gunicorn's main loop comes by about once a second."""
        super().murder_pending()
        now = monotonic()
        for conn, end in list(self.reading.items()):
            if end < now and self.reading.pop(conn, 0.0):
                with suppress(OSError):  # closed meanwhile
                    conn.sock.shutdown(SHUT_RD)
