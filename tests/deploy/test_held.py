"""What a crowd is shown is answered without the service; everybody else's answer is their own."""

from time import monotonic
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection

from deploy import held
from deploy.held import LARGEST, MOST, Held
from tests.builders import a_tournament
from tournaments.rendering import crowds

ADDRESS = "/api/v1/tournaments/open/standings/"
MANY = 3


class Asked:
    """The service behind ``Held``, counting what it is asked."""

    def __init__(self):
        self.service, self.count = WSGIHandler(), 0
        self.door = Held(self.service_counted)

    def service_counted(self, environ, start_response):
        self.count += 1
        return self.service(environ, start_response)

    def __call__(self, path=ADDRESS, **headers):
        """(status, headers, body), and whether the service was asked."""
        environ = {"PATH_INFO": path, "HTTP_HOST": "localhost", **headers}
        setup_testing_defaults(environ)
        told, before = [], self.count
        answer = self.door(environ, lambda *given: told.extend(given))
        body = b"".join(answer)
        getattr(answer, "close", bool)()
        return told[0], dict(told[1]), body, self.count > before


@pytest.fixture
def asked(settings, transactional_db, monkeypatch):
    settings.CROWD = MANY
    settings.ALLOWED_HOSTS = ["localhost"]
    monkeypatch.setattr(crowds, "MOMENT", 60)
    a_tournament(players=4)
    asked = Asked()
    for _ in range(MANY - 1):
        asked()
    yield asked
    connection.close()


def test_the_next_of_a_crowd_gets_the_same_without_the_service(asked):
    (status, headers, body, was_asked), again = asked(), asked()
    assert (status, was_asked) == ("200 OK", True)
    assert (again[0], again[2], again[3]) == (status, body, False)
    assert again[1].pop("X-Request-ID") != headers.pop("X-Request-ID")
    assert again[1] == headers


def test_who_has_it_is_told_so(asked):
    tag = asked()[1]["ETag"]
    first, second = (asked(HTTP_IF_NONE_MATCH=tag) for _ in range(2))
    assert [first[0], second[0], second[2], second[3]] == [
        "304 Not Modified",
        "304 Not Modified",
        b"",
        False,
    ]


@pytest.mark.parametrize(
    "other",
    [
        {"HTTP_COOKIE": "sessionid=1"},
        {"HTTP_AUTHORIZATION": "Token 1"},
        {"HTTP_NIGIRI_PART": "row"},
        {"HTTP_ORIGIN": "https://club.example"},
        {"HTTP_RANGE": "bytes=0-1"},
        {"HTTP_IF_MATCH": '"z"'},
        {"HTTP_IF_MODIFIED_SINCE": "Tue, 24 Nov 2026 12:00:00 GMT"},
        {"HTTP_IF_UNMODIFIED_SINCE": "Tue, 24 Nov 2026 12:00:00 GMT"},
        {"SCRIPT_NAME": "/below"},
        {"HTTP_ACCEPT_LANGUAGE": "de"},
        {"HTTP_ACCEPT_ENCODING": "gzip"},
        {"HTTP_HOST": "elsewhere.example"},
        {"QUERY_STRING": "after_round=1"},
        {"REQUEST_METHOD": "HEAD"},
        {"REQUEST_METHOD": "DELETE"},
        {"wsgi.url_scheme": "https"},
    ],
)
def test_who_asks_otherwise_is_answered_by_the_service(asked, other):
    asked()
    assert asked(**other)[3]


def test_nothing_is_held_longer_than_its_moment(asked, monkeypatch):
    asked()
    assert not asked()[3]
    monkeypatch.setattr(crowds, "monotonic", lambda: monotonic() + 61)
    assert asked()[3]


@pytest.mark.parametrize("path", ["/api/v1/tournaments/none/standings/", f"{ADDRESS}?after_round=99", "/"])
def test_what_is_no_answer_to_a_crowd_is_not_held(asked, path):
    path, _, query = path.partition("?")
    for _ in range(2 * MANY):
        assert asked(path, QUERY_STRING=query)[3]


def test_a_proxy_is_told_the_second_of_now(asked, settings, monkeypatch):
    settings.PROXIES = 1
    asked()
    monkeypatch.setattr(held, "until_this_second_ends", lambda: "@7")
    assert asked()[1]["X-Accel-Expires"] == "@7"


def test_many_ways_to_ask_take_little_room(asked):
    for number in range(MOST + 20):
        asked(HTTP_ACCEPT_LANGUAGE=f"de;q=0.{number:03}")
    assert len(asked.door.answers) <= MOST
    assert MOST * LARGEST <= 32 * 1024 * 1024
