"""The service behind nginx: slow and rude clients hold nobody up, and nobody is believed who they are not."""

import json
import re
import shutil
import socket
import ssl
import threading
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPSConnection
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import mkdtemp
from time import perf_counter
from uuid import UUID

import pytest
from django.conf import settings
from django.urls import resolve

from deploy.api.problem import problem
from tests.conftest import ROOT, wait_until
from tests.faults.club import environment, manage
from tests.faults.fronted import fronting
from tests.faults.serving import serving, tell
from tests.services import free_port
from tournaments.web.base import LARGEST_WITH_PICTURES

pytestmark = [pytest.mark.nginx, pytest.mark.sqlite]
HANGING = 200
GUARD = [  # of pages
    f"{kind} {' '.join(sources)}" for kind, sources in settings.CONTENT_SECURITY_POLICY["DIRECTIVES"].items()
]
PAGE = "/accounts/login/"
PAGE_BYTES = 65536
HALF = (
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    (
        b"POST /api/v1/login/ HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    ),
)


@pytest.fixture(scope="module")
def house():
    """The environment of a server behind a proxy, with its tables and its static files."""
    folder = Path(mkdtemp(prefix="nigiri-house-"))  # pytest's own is closed to nginx's user
    folder.chmod(0o755)
    own = environment(folder / "data")
    own |= {"NIGIRI_STATIC": str(folder / "static"), "NIGIRI_PROXIES": "1", "NIGIRI_HTTPS": "true"}
    manage(folder / "data", "migrate --verbosity 0", "collectstatic --no-input --verbosity 0", **own)
    yield own
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return tmp_path_factory.mktemp("log") / "log"


@pytest.fixture(scope="module")
def bare(house, log):
    """The web server itself: its port."""
    port = free_port()
    with serving(house, port, log):
        yield port


@pytest.fixture(scope="module")
def front(house, bare):
    for_ever = {"client_body_timeout 15s": "client_body_timeout 600s"}  # nginx must not end what hangs
    with fronting(house, bare, **for_ever) as front:
        yield front


@contextmanager
def hanging(front, number=HANGING):
    """So many clients, each in the middle of something: of TLS, of a head, of a body."""
    with ExitStack() as stack:
        for turn in range(number):
            stack.enter_context(begun(front, (b"", *HALF)[turn % 4]))
        yield


def begun(front, said):
    """Return a connection that stays open, on which this was sent; without TLS where that is nothing."""
    client = socket.create_connection(("127.0.0.1", front.port))
    if said:
        client = front.tls.wrap_socket(client, server_hostname="localhost")
        client.sendall(said)
    return closing(client)


@pytest.mark.long  # limits in seconds
def test_two_hundred_that_hang_hold_nobody_up(front):
    with hanging(front):
        for _ in range(8):
            status, *_ = front.asked("GET", PAGE)
            assert status == 200


@contextmanager
def trickling(front, number):
    """So many clients that send a body byte by byte, all the time."""
    with ExitStack() as stack:
        clients = [stack.enter_context(begun(front, HALF[-1])) for _ in range(number)]
        ended = threading.Event()
        drops = threading.Thread(target=drop, args=(clients, ended))
        drops.start()
        stack.callback(drops.join)
        stack.callback(ended.set)
        yield


def drop(clients, ended):
    while not ended.wait(0.2):
        for client in clients:
            with suppress(OSError):  # its body is complete, or it was cut off
                client.sendall(b"x")


def seconds(ask):
    """Of an answer, the median of many."""
    taken = []
    for _ in range(100):
        begun = perf_counter()
        assert ask() == 200
        taken.append(perf_counter() - begun)
    return median(taken)


@pytest.mark.long
def test_thousands_of_one_address_slow_others_less_than_twofold(front):
    def ask():
        return front.asked("GET", PAGE)[0]

    alone = seconds(ask)
    with hanging(front), trickling(front, 50), ExitStack() as idle:
        for _ in range(2000):
            idle.enter_context(closing(socket.create_connection(("127.0.0.1", front.port))))
        among = seconds(ask)
    tell(f"a page takes {1000 * alone:.1f} ms alone, {1000 * among:.1f} ms among 2,250 rude clients")
    assert among < 2 * alone


def test_nobody_is_believed_who_they_say_they_are(front, log):
    forged = {
        "X-Forwarded-For": "203.0.113.9",
        "Forwarded": "for=203.0.113.9",
        "X-Request-ID": "forged-forged",
    }
    status, headers, _ = front.asked("GET", "/nothing/", **forged, **{"X-Forwarded-Proto": "http"})
    assert status == 404  # and no redirect to https
    assert re.fullmatch("[0-9a-f]{32}", headers["X-Request-ID"])
    line = next(line for line in log.read_text().splitlines() if headers["X-Request-ID"] in line)
    assert json.loads(line)["address"] == "127.0.0.1"
    assert "forged" not in log.read_text()


def test_other_names_are_not_answered(front):
    assert front.asked("GET", PAGE, Host="go.example.com")[0] == 421


def test_static_files_are_kept_for_ever(front):
    *_, page = front.asked("GET", PAGE)
    sheet = re.search(r"/static/nigiri/nigiri\.[0-9a-f]{12}\.css", page)[0]
    status, headers, _ = front.asked("GET", sheet)
    assert (status, headers["Cache-Control"]) == (200, "public, max-age=31536000, immutable")
    assert headers["Content-Type"] == "text/css"
    assert "X-Request-ID" not in headers  # no thread of the web server was asked
    assert front.asked("GET", "/static/nigiri/nigiri.css")[1]["Cache-Control"] == "public, max-age=60"


def test_what_nginx_answers_itself_is_guarded_as_pages_are(front):
    page = front.asked("GET", PAGE)[1]
    for address in ("/static/nigiri/nigiri.css", "/static/nigiri/icon.svg"):
        headers = front.asked("GET", address)[1]
        for name in ("Strict-Transport-Security", "X-Content-Type-Options"):
            assert headers[name] == page[name]
        assert sorted(headers["Content-Security-Policy"].split("; ")) == sorted(GUARD)


def test_pages_lead_on_to_https_and_programs_do_not(front):
    def unencrypted(path):
        with closing(HTTPConnection("localhost", front.http, timeout=60)) as link:
            link.request("GET", path, headers={"Accept-Language": "de"})
            answer = link.getresponse()
            return answer.status, answer.headers, answer.read()

    status, headers, _ = unencrypted(PAGE)
    assert (status, headers["Location"]) == (308, f"https://localhost{PAGE}")
    for path in ("/api/v1/account/", "/metrics"):
        status, headers, body = unencrypted(path)
        assert (status, headers["Location"], json.loads(body)["code"]) == (403, None, "https_needed")
        assert headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("cipher", ["ECDHE-ECDSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"])
def test_tls_has_no_old_ciphers(front, cipher):
    old = ssl.create_default_context(cafile=front.folder / "tls.crt")
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    old.set_ciphers(f"{cipher}:@SECLEVEL=0")
    with (
        pytest.raises(ssl.SSLError, match="HANDSHAKE_FAILURE"),
        socket.create_connection(("127.0.0.1", front.port)) as link,
    ):
        old.wrap_socket(link, server_hostname="localhost")


@pytest.mark.parametrize(
    ("address", "most"),
    [
        ("/api/v1/login/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        (f"/tournaments/x/games/{UUID(int=1)}/claims/", LARGEST_WITH_PICTURES),
        (f"/tournaments/x/claims/{UUID(int=1)}/appeal/", LARGEST_WITH_PICTURES),
    ],
)
def test_a_body_may_be_as_large_as_the_service_takes_it(front, address, most):
    assert getattr(resolve(address).func, "largest_body", settings.DATA_UPLOAD_MAX_MEMORY_SIZE) == most
    status, headers, text = front.asked("POST", address, b" " * (most + 1))
    assert status == 413
    assert "Retry-After" not in headers
    if address.startswith("/api/"):
        assert (headers["Content-Type"], json.loads(text)["code"]) == (
            "application/problem+json",
            "too_large",
        )


def test_nginx_knows_every_form_with_pictures():
    pages = import_module("tournaments.web.urls").urlpatterns
    assert {page.name for page in pages if hasattr(page.callback, "largest_body")} == {"make-claim", "appeal"}


def test_cuts_off_heads_and_bodies_that_do_not_come(house):
    soon = {
        "client_header_timeout 10s": "client_header_timeout 1s",
        "client_body_timeout 15s": "client_body_timeout 1s",
    }
    with fronting(house, free_port(), **soon) as front, ExitStack() as stack:
        clients = [stack.enter_context(begun(front, half)) for half in HALF]
        for client in clients:
            client.settimeout(30)
            with suppress(ConnectionResetError):
                while client.recv(PAGE_BYTES):
                    pass  # 408, perhaps


@pytest.mark.parametrize(
    "file", sorted((ROOT / "deploy/nginx/errors").glob("*.json")), ids=lambda file: file.stem
)
def test_the_answers_of_nginx_are_those_of_the_service(file):
    document = json.loads(file.read_text())
    told = json.loads(problem(document["code"], language="en").content)
    assert document == told | {"status": int(file.stem)}
    if file.stem != "403":
        page = file.with_suffix(".html").read_text()
        assert all(f">{told[part]}</" in page for part in ("title", "detail") if part in told)


@pytest.fixture(scope="module")
def alone(house):
    """Behind this one nobody listens, and an address may ask three times a minute."""
    changes = {"rate=100r/s": "rate=1r/m", "burst=1000": "burst=2"}
    with fronting(house, free_port(), **changes) as front:
        yield front


def test_what_nginx_says_is_what_the_service_would_say(alone):
    status, headers, text = alone.asked("GET", "/api/v1/")
    assert (status, headers["Retry-After"], json.loads(text)["code"]) == (503, "2", "unavailable")
    status, headers, text = alone.asked("POST", PAGE, b"a=b", **{"Accept-Language": "de-AT,en"})
    assert (status, headers["Retry-After"], headers["Content-Type"]) == (503, "2", "text/html")
    assert "<h1>The service cannot answer at the moment.</h1>" in text
    assert alone.asked("GET", PAGE)[0] == 503
    status, headers, text = alone.asked("GET", "/api/v1/", Cookie="a=b; __Host-django_language=ja")
    assert (status, headers["Retry-After"], json.loads(text)["code"]) == (429, "5", "throttled")
    assert json.loads(text)["status"] == 429
    status, headers, text = alone.asked("GET", PAGE)
    assert (status, headers["Cache-Control"]) == (429, "no-store")


def test_logins_of_an_address_are_limited(house):
    few = {
        "zone=logins:8m rate=30r/m": "zone=logins:8m rate=1r/m",
        "zone=logins burst=30": "zone=logins burst=1",
    }
    with fronting(house, free_port(), **few) as front:
        statuses = [front.asked("POST", "/api/v1/login/", b"{}")[0] for _ in range(3)]
        assert statuses == [503, 503, 429]  # nobody listens behind it
        assert front.asked("GET", PAGE)[0] == 503


@pytest.mark.parametrize(
    "path",
    [
        "/tournaments/x/rounds/1/proof/",
        "/api/v1/tournaments/x/exports/json/",
        "/tournaments/x/copy.zip",
        "/rules/japanese/",
    ],
)
def test_costly_requests_of_all_addresses_leave_threads_to_others(house, path):
    one = {"limit_conn costly_in_all 10": "limit_conn costly_in_all 1"}
    reached = threading.Event()
    with upstream(b"", reached) as port, fronting(house, port, **one) as front, ExitStack() as stack:
        costly = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        stack.enter_context(begun(front, costly))
        assert reached.wait(60)  # before that, the next request could take its place
        assert front.asked("GET", path)[0] == 429


@contextmanager
def upstream(answer, reached=None):
    """Start a server that sends this to each request, and then nothing; yield its port.

    ``reached``: an event that is set once a request has come.
    """
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))

        def serve():
            with suppress(OSError):
                while True:
                    client = stack.enter_context(closing(listener.accept()[0]))
                    client.recv(PAGE_BYTES)
                    if reached is not None:
                        reached.set()
                    client.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        stack.callback(thread.join)
        stack.callback(listener.shutdown, socket.SHUT_RDWR)
        yield listener.getsockname()[1]


def test_answers_503_when_the_service_does_not_answer(house):
    soon = {"proxy_read_timeout 8s": "proxy_read_timeout 1s"}
    with upstream(b"") as port, fronting(house, port, **soon) as front:
        status, headers, text = front.asked("GET", "/api/v1/")
    assert (status, headers["Retry-After"]) == (503, "2")
    assert (json.loads(text)["code"], json.loads(text)["status"]) == ("unavailable", 503)


@pytest.fixture(scope="module")
def counted(house):
    """In front of answers that are counted."""
    port = free_port()
    with (
        serving(house, port, app="tests.faults.counting_answers:app"),
        fronting(house, port) as front,
    ):
        yield front


def said(front, path, **headers):
    return front.asked("GET", path, **headers)[2]


def test_what_anybody_may_have_is_asked_for_once_a_second(counted):
    first = said(counted, "/kept/1")
    assert said(counted, "/kept/1") == first
    assert said(counted, "/kept/1", **{"Accept-Language": "de"}) != first
    assert said(counted, "/kept/2") != first
    wait_until(lambda: said(counted, "/kept/1") != first)


@pytest.mark.parametrize(
    "own",
    [
        {"Cookie": "__Host-sessionid=x"},
        {"Cookie": "sessionid=x"},
        {"Cookie": "a=b; __Host-nigiri_links=x"},
        {"Authorization": "Token x"},
        {"Nigiri-Part": "row"},
    ],
)
def test_whoever_is_somebody_asks_for_themselves(counted, own):
    address = f"/kept/{own}".replace(" ", "").replace("'", "")
    first = said(counted, address, **own)
    assert said(counted, address, **own) != first
    assert said(counted, address) not in (first, said(counted, address, **own))


def test_only_requests_that_bypass_the_cache_reach_the_service_with_their_etag(counted):
    tag = {"If-None-Match": '"7"'}
    assert '"7"' in str(said(counted, "/kept/own-tag", Authorization="Token x", **tag))
    assert '"7"' not in str(said(counted, "/kept/shared-tag", **tag))


@pytest.mark.parametrize("address", ["/tournaments/open/live/", "/api/v1/tournaments/open/live/"])
def test_addresses_that_are_polled_get_the_etag_of_everybody(counted, address):
    assert '"7"' in said(counted, address, **{"If-None-Match": '"7"'})


def test_what_is_not_for_anybody_is_never_kept(counted):
    assert said(counted, "/own/") != said(counted, "/own/")


TONGUE = "__Host-django_language"


@pytest.mark.parametrize(
    ("name", "cookie"),
    [
        ("chosen", f"{TONGUE}=de"),
        ("chosen-with-token", f"__Host-csrftoken=abc; {TONGUE}=de"),
        ("odd", f"{TONGUE}=de_X"),
        ("twice", f"{TONGUE}=en; {TONGUE}=de"),
        ("spaced", f"{TONGUE} =de"),
    ],
)
def test_nobody_gets_the_language_that_another_chose(counted, name, cookie):
    first = said(counted, f"/kept/{name}", Cookie=cookie)
    assert said(counted, f"/kept/{name}") != first
    assert said(counted, f"/kept/{name}", Cookie=f"{TONGUE}=en") != first


def test_who_chose_the_same_language_gets_the_same(counted):
    first = said(counted, "/kept/same", Cookie=f"{TONGUE}=de")
    assert said(counted, "/kept/same", Cookie=f"__Host-csrftoken=abc; {TONGUE}=de") == first


def test_two_headers_that_read_the_same_one_after_the_other_are_kept_apart(counted):
    first = said(counted, "/kept/apart", **{"Accept-Language": "de text/csv,", "Accept": "text/html"})
    other = {"Accept-Language": "de", "Accept": "text/csv, text/html"}
    assert said(counted, "/kept/apart", **other) != first


def test_a_language_asked_for_twice_is_no_other_than_what_it_is_kept_for(counted):
    with closing(HTTPSConnection("localhost", counted.port, timeout=60, context=counted.tls)) as link:
        link.putrequest("GET", "/kept/two")
        for language in ("", "ja"):
            link.putheader("Accept-Language", language)
        link.endheaders()
        assert "ja" not in link.getresponse().read().decode()
