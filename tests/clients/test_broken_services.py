"""The Python client against a service or a portal that is broken, or means harm."""

import base64
import gzip
import hmac
import threading
import time
import tracemalloc
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import repeat

import httpx
import pytest

STREAM = {"Content-Type": "text/event-stream"}
EVENT = b"event: version\ndata: {}\nid: 1\n\n"


@contextmanager
def serving(status=200, headers=None, parts=(b"",), between=0.0):
    """The address of a service with one answer for everything, and the paths that were asked for."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for part in parts:
                    self.wfile.write(part)
                    time.sleep(between)
            except OSError:
                return  # the client has gone

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def followed(client, slug="open"):
    with client:
        return next(client.follow(slug))


def standings(nigiri_client, client):
    with client:
        return client.send(nigiri_client.api.get_standings("open"))


@pytest.mark.parametrize(
    ("headers", "body"), [(STREAM, b""), ({"Content-Type": "text/html"}, b"<p>Log in to the hotel")]
)
def test_what_is_no_stream_is_asked_for_in_growing_pauses_until_patience_ends(nigiri_client, headers, body):
    with serving(headers=headers, parts=[body]) as (url, asked):
        with pytest.raises(httpx.RemoteProtocolError):
            followed(nigiri_client.Client(url, patience=1.5))
        assert 2 <= len(asked) <= 6


def test_a_stream_that_ends_after_each_event_is_not_asked_for_in_haste(nigiri_client):
    with serving(headers=STREAM, parts=[EVENT]) as (url, asked), nigiri_client.Client(url) as client:
        changes = client.follow("open")
        began = time.monotonic()
        assert [next(changes).id for _ in range(4)] == ["1"] * 4
        assert time.monotonic() - began >= 0.8  # at least half of 0.25 + 0.5 + 1 s
        assert len(asked) == 4


@pytest.mark.parametrize("follows", [False, True])
def test_to_come_again_at_once_is_not_taken_literally(nigiri_client, follows):
    with serving(503, {"Retry-After": "0", "Content-Length": "0"}) as (url, asked):
        client = nigiri_client.Client(url, patience=1.5)
        with pytest.raises(httpx.HTTPStatusError, match="503"):
            followed(client) if follows else standings(nigiri_client, client)
        assert 2 <= len(asked) <= 6


@pytest.mark.parametrize("follows", [False, True])
@pytest.mark.parametrize(
    "said",
    [
        "1e9",
        "3600",
        "9" * 20,
        "9" * 5000,
        "\u00b2",
        "-5",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Fri, 31 Dec 9999 23:59:59 -2359",
    ],
)
def test_to_come_again_after_patience_ended_is_an_answer(nigiri_client, said, follows):
    with serving(503, {"Retry-After": said, "Content-Length": "0"}) as (url, asked):
        client = nigiri_client.Client(url, patience=1)
        with pytest.raises(httpx.HTTPStatusError, match="503"):
            followed(client) if follows else standings(nigiri_client, client)
        assert len(asked) == 1


@pytest.mark.parametrize("part", [b"x" * 65536, b"data: " + b"x" * 65000 + b"\n"])
def test_a_line_or_an_event_without_end_is_a_broken_stream(nigiri_client, part):
    tracemalloc.start()
    try:
        with (
            serving(headers=STREAM, parts=repeat(part)) as (url, _asked),
            pytest.raises(httpx.RemoteProtocolError, match="without end"),
        ):
            followed(nigiri_client.Client(url, patience=0))
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


def test_a_body_that_drips_ends_with_patience(nigiri_client):
    headers = {"Content-Type": "application/json", "Content-Length": "100000000"}
    with serving(headers=headers, parts=repeat(b" ", 40), between=0.2) as (url, _asked):
        began = time.monotonic()
        client = nigiri_client.Client(url, patience=1, http=httpx.Client(timeout=0.5))
        with pytest.raises(httpx.ReadTimeout):
            standings(nigiri_client, client)
        assert time.monotonic() - began < 4


def test_a_body_that_grows_when_unpacked_is_not_read_to_its_end(nigiri_client):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    bomb = gzip.compress(bytes(64 << 20))
    tracemalloc.start()
    try:
        with (
            serving(headers=headers, parts=[bomb]) as (url, _asked),
            pytest.raises(httpx.DecodingError, match="more than 1048576 bytes"),
        ):
            standings(nigiri_client, nigiri_client.Client(url, largest=1 << 20))
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


def test_a_coding_that_nobody_asked_for_is_not_unpacked(nigiri_client):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip, gzip"}
    with (
        serving(headers=headers, parts=[gzip.compress(gzip.compress(b"{}"))]) as (url, _asked),
        pytest.raises(httpx.DecodingError, match="was not asked for"),
    ):
        standings(nigiri_client, nigiri_client.Client(url))


@pytest.mark.parametrize("body", [b"[]", b'"x"', b"null", b"no JSON", b"\xff", b"[" * 100_000])
def test_a_problem_without_members_is_still_a_refusal(nigiri_client, body):
    with serving(404, {"Content-Type": "application/problem+json"}, [body]) as (url, _asked):
        with pytest.raises(nigiri_client.Refused) as refused:
            standings(nigiri_client, nigiri_client.Client(url))
        assert (refused.value.status, refused.value.code, refused.value.facts) == (404, "", {})


def test_a_slug_stays_one_part_of_the_address_that_is_followed(nigiri_client):
    with serving(headers=STREAM, parts=[EVENT]) as (url, asked):
        followed(nigiri_client.Client(url), "../a?b#c")
        assert asked == ["/api/v1/tournaments/..%2Fa%3Fb%23c/live/"]


@pytest.mark.parametrize("secret", ["", "whsec_"])
def test_no_message_is_genuine_under_a_secret_without_a_key(nigiri_client, secret):
    now = int(time.time())
    signature = base64.b64encode(hmac.digest(b"", f"x.{now}.{{}}".encode(), "sha256")).decode()
    headers = {
        "webhook-id": "x",
        "webhook-timestamp": str(now),
        "webhook-signature": f"v1,{signature}",
    }
    with pytest.raises(ValueError, match="secret is empty"):
        nigiri_client.verify(headers, b"{}", secret)
