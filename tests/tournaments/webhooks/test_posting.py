"""HTTP delivery over real sockets; receivers record requests, so that missing contact can be verified."""

import socket
import ssl
import time
import zlib

import pytest

from tests.tournaments.webhooks.receiver import Resolver, at_home, certified, named, receiving, says
from tournaments.webhooks.posting import MAX_READ, Failure, Response, Sender
from tournaments.webhooks.targets import BadTarget, TargetFault

SENT = {"content-type": "application/json", "webhook-id": "one"}


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


def posted(url, **options):
    return at_home(**options).post(url, SENT, b"{}")


def test_message_arrives_as_sent(receiver):
    answer = posted(receiver.url)
    assert (answer.status, answer.error, answer.is_success) == (204, "", True)
    [got] = receiver.got
    assert (got.path, got.body, got.headers["webhook-id"]) == ("/news?for=us", b"{}", "one")
    assert (got.headers["host"], got.headers["content-length"]) == (f"127.0.0.1:{receiver.port}", "2")


def test_host_does_not_name_the_usual_port(receiver, monkeypatch):
    connect = socket.create_connection
    monkeypatch.setattr(socket, "create_connection", lambda *_: connect(("127.0.0.1", receiver.port)))
    assert posted("http://127.0.0.1/").is_success
    assert receiver.got[0].headers["host"] == "127.0.0.1"


@pytest.mark.parametrize("status", [200, 299])
def test_status_2xx_is_success(receiver, status):
    receiver.answers = [says(status)]
    assert posted(receiver.url).is_success


@pytest.mark.parametrize("status", [400, 410, 503])
def test_other_statuses_are_failures(receiver, status):
    receiver.answers = [says(status)]
    answer = posted(receiver.url)
    assert (answer.status, answer.error, answer.is_success) == (status, Failure.STATUS, False)


@pytest.mark.parametrize("status", [301, 307])
def test_redirect_is_a_failure_and_its_target_is_not_contacted(receiver, status):
    with receiving() as target:
        receiver.answers = [says(status, {"Location": target.url})]
        answer = posted(receiver.url)
        assert (answer.status, answer.error) == (status, Failure.REDIRECT)
        assert (len(receiver.got), target.got) == (1, [])


def test_loopback_is_not_contacted_unless_allowed(receiver):
    answer = Sender().post(receiver.url, SENT, b"{}")
    assert (answer.status, answer.error, receiver.got) == (None, TargetFault.SCHEME, [])


def test_rejects_name_that_resolves_to_loopback(receiver):
    resolve = Resolver([["127.0.0.1"]])
    answer = Sender(resolve=resolve).post("https://hooks.example:8443/", SENT, b"{}")
    assert (answer.status, answer.error, receiver.got) == (None, TargetFault.ADDRESS, [])


def test_connects_to_the_address_that_was_checked(receiver):
    """Asked again, the resolver would name another machine: nobody asks again."""
    with receiving("127.0.0.2", port=receiver.port) as another:
        resolve = Resolver([["127.0.0.1"], ["127.0.0.2"]])
        assert posted(named(receiver.url), resolve=resolve).is_success
        assert resolve.asked == [("hooks.example", receiver.port)]
        assert ([got.headers["host"] for got in receiver.got], another.got) == (
            [f"hooks.example:{receiver.port}"],
            [],
        )


def test_detects_dns_change_between_saving_and_sending():
    resolve = Resolver([["93.184.216.34"], ["10.0.0.1"]])
    by = Sender(resolve=resolve)
    by.check("https://hooks.example/")
    answer = by.post("https://hooks.example/", SENT, b"{}")
    assert (answer.status, answer.error) == (None, TargetFault.ADDRESS)
    with pytest.raises(BadTarget):
        by.check("https://hooks.example/")


def test_tries_next_address_if_the_first_refuses_connection(receiver):
    resolve = Resolver([["127.0.0.3", "127.0.0.1"]])
    assert posted(named(receiver.url), resolve=resolve).is_success


def test_connection_failure_is_reported():
    with receiving() as gone:
        url = gone.url
    assert (posted(url).status, posted(url).error) == (None, Failure.CONNECTION)


def test_response_body_is_read_up_to_a_limit(receiver):
    receiver.answers = [says(200, body=b"x" * (50 * MAX_READ))]
    assert posted(receiver.url).is_success


def drips(handler):
    """A byte of a header now and then, for ever: every single read is quick enough."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    for _ in range(100):
        handler.wfile.write(b"x")
        time.sleep(0.05)


def test_slow_response_is_cut_off(receiver):
    receiver.answers = [drips]
    answer = posted(receiver.url, seconds=0.4)
    assert (answer.status, answer.error) == (None, Failure.TIMEOUT)
    assert 350 <= answer.milliseconds < 4000  # not the five seconds of the dripping


def test_silent_receiver_times_out(receiver):
    receiver.answers = [lambda _handler: time.sleep(1)]
    assert posted(receiver.url, seconds=0.3).error == Failure.TIMEOUT


def test_endless_body_keeps_the_status(receiver):
    def endless(handler):
        handler.send_response(200)
        handler.end_headers()
        for _ in range(60):
            handler.wfile.write(b"x")
            time.sleep(0.05)

    receiver.answers = [endless]
    answer = posted(receiver.url, seconds=0.4)
    assert (answer.status, answer.is_success) == (200, True)
    assert answer.milliseconds < 2500


def test_compressed_body_is_not_decompressed(receiver):
    """A megabyte of it is on offer, of which a little is read, and nothing is inflated."""
    packed = zlib.compressobj(9, wbits=31)
    layer = packed.compress(bytes(64 * MAX_READ)) + packed.flush()
    receiver.answers = [says(200, {"Content-Encoding": "gzip"}, layer * 256)]
    answer = posted(receiver.url)
    assert (answer.status, answer.is_success) == (200, True)


@pytest.mark.parametrize("begun", [b"", b"HTTP/1.1 2"], ids=["nothing", "half a status"])
def test_disconnect_before_status_is_a_failure(receiver, begun):
    receiver.answers = [lambda handler: handler.wfile.write(begun)]
    answer = posted(receiver.url)
    assert (answer.status, answer.is_success) == (None, False)


def test_disconnect_in_body_keeps_the_status(receiver):
    def cut(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\nx")

    receiver.answers = [cut]
    assert posted(receiver.url).is_success


@pytest.mark.parametrize(
    "nonsense", [b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200]
)
def test_response_that_is_not_http_is_a_failure(receiver, nonsense):
    receiver.answers = [lambda handler: handler.wfile.write(nonsense)]
    answer = posted(receiver.url)
    assert (answer.status, answer.error) == (None, Failure.BAD_ANSWER)


def test_proxy_settings_of_the_environment_are_ignored(receiver, monkeypatch):
    with receiving() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        assert posted(receiver.url).is_success
        assert proxy.got == []


class TestTLS:
    def test_certificate_is_checked_against_the_name(self, tmp_path):
        server, client = certified("hooks.example", tmp_path)
        with receiving(tls=server) as receiver:
            answer = posted(named(receiver.url), resolve=Resolver([["127.0.0.1"]]), tls=client)
            assert (answer.status, answer.error) == (204, "")
            assert receiver.names == ["hooks.example"]
            assert receiver.got[0].headers["host"] == f"hooks.example:{receiver.port}"

    def test_host_does_not_name_the_usual_port(self, tmp_path, monkeypatch):
        server, client = certified("hooks.example", tmp_path)
        connect = socket.create_connection
        with receiving(tls=server) as receiver:
            monkeypatch.setattr(socket, "create_connection", lambda *_: connect(("127.0.0.1", receiver.port)))
            resolve = Resolver([["127.0.0.1"]])
            assert posted("https://hooks.example/", resolve=resolve, tls=client).is_success
            assert receiver.got[0].headers["host"] == "hooks.example"

    def test_rejects_certificate_of_another_name(self, tmp_path):
        server, client = certified("elsewhere.example", tmp_path)
        with receiving(tls=server) as receiver:
            answer = posted(named(receiver.url), resolve=Resolver([["127.0.0.1"]]), tls=client)
            assert (answer.status, answer.error, receiver.got) == (None, Failure.TLS, [])

    def test_rejects_certificate_of_the_address_only(self, tmp_path):
        server, client = certified("127.0.0.1", tmp_path)
        with receiving(tls=server) as receiver:
            answer = posted(named(receiver.url), resolve=Resolver([["127.0.0.1"]]), tls=client)
            assert (answer.error, receiver.got) == (Failure.TLS, [])

    def test_rejects_untrusted_certificate(self, tmp_path):
        server, _ = certified("hooks.example", tmp_path)
        with receiving(tls=server) as receiver:
            answer = posted(named(receiver.url), resolve=Resolver([["127.0.0.1"]]))
            assert (answer.error, receiver.got) == (Failure.TLS, [])

    def test_stalled_handshake_times_out(self, receiver):
        with socket.create_server(("127.0.0.1", 0)) as mute:
            port = mute.getsockname()[1]
            answer = posted(f"https://127.0.0.1:{port}/", seconds=0.3)
        assert answer.error == Failure.TIMEOUT

    def test_uses_trust_store_of_the_system_by_default(self):
        tls = Sender().tls
        assert (tls.verify_mode, tls.check_hostname) == (ssl.CERT_REQUIRED, True)


def test_success_is_a_response_without_error():
    assert Response(status=200, error="", milliseconds=1).is_success
    assert not Response(status=None, error=Failure.TLS, milliseconds=1).is_success
