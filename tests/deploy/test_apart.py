"""Another process answers, ends, and takes nobody with it."""

import os
import signal
import sys
from http.cookies import SimpleCookie

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from deploy import apart, turns
from deploy.apart import Answer, Apart, LostError, answered
from deploy.tracing import ACTOR, ELSEWHERE
from deploy.wsgi import application
from tests.builders import a_tournament, pair

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux alone")


def app(environ, start_response):
    """Says who it is and what it was sent; or dies, or never ends."""
    match environ["PATH_INFO"]:
        case "/dies/":
            os._exit(1)
        case "/sleeps/":
            signal.pause()
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [f"{os.getpid()} {os.getppid()} ".encode(), environ["wsgi.input"].read()]


@pytest.fixture
def there(monkeypatch):
    """A line to a child whose processes have a second."""
    monkeypatch.setattr(apart, "SECONDS", 1)
    line = Apart()
    line.begin(app, lambda: None)
    yield line
    line.close()


def asked(line, path="/"):
    return line.ask({"PATH_INFO": path, "wsgi.errors": sys.stderr}, b"the body")


@on_linux
def test_each_is_answered_by_a_process_of_its_own(there):
    answers = [asked(there) for _ in range(2)]
    assert {(answer.status, *answer.headers) for answer in answers} == {
        ("200 OK", ("Content-Type", "text/plain"))
    }
    (one, parent, body), (other, same, _) = (answer.body.split(b" ", 2) for answer in answers)
    assert (body, parent) == (b"the body", same)
    assert len({one, other, parent, str(os.getpid()).encode()}) == 4


@on_linux
@pytest.mark.parametrize("path", ["/dies/", "/sleeps/"])
def test_one_that_ends_or_never_does_is_lost_alone(there, path):
    with pytest.raises(LostError):
        asked(there, path)
    assert asked(there).status == "200 OK"


@on_linux
def test_without_the_child_nobody_answers(there):
    child = int(asked(there).body.split()[1])
    os.kill(child, signal.SIGTERM)  # as it is sent to all of a group, which ends when its work is done
    assert asked(there).status == "200 OK"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert asked(there) is None
    assert not there.is_open


@on_linux
def test_the_child_ends_with_the_line(there):
    child = int(asked(there).body.split()[1])
    there.close()
    assert os.waitpid(child, 0) == (child, 0)


class Told:
    """In place of the line: what it was asked, and what it says."""

    is_open = True

    def __init__(self, says):
        self.says, self.environs = says, []

    def ask(self, environ, body):
        self.environs.append(environ)
        return self.says(environ, body)


@pytest.fixture
def row(db):
    row = a_tournament(8)
    pair(row, 1)
    return row


def proofs(row):
    return (
        f"/tournaments/{row.slug}/rounds/1/proof/",
        f"/api/v1/tournaments/{row.slug}/rounds/1/proof/",
    )


@pytest.mark.django_db(transaction=True)
def test_what_the_other_says_is_what_would_have_been_said_here(row, monkeypatch):
    told = Told(lambda environ, body: answered(application, apart.plain(environ), body))
    here = [Client().get(path) for path in proofs(row)]
    clear()
    monkeypatch.setattr(turns, "APART", told)
    there = [Client().get(path) for path in proofs(row)]
    assert [(one.status_code, one.content, one.headers.keys()) for one in there] == [
        (one.status_code, one.content, one.headers.keys()) for one in here
    ]
    assert [Client().get(path).status_code for path in proofs(row)] == [200, 200]
    assert len(told.environs) == 2  # what they said is kept
    assert Client().get(f"/tournaments/{row.slug}/").status_code == 200
    assert len(told.environs) == 2


def clear():
    cache.clear()


@pytest.mark.django_db(transaction=True)
def test_who_is_lost_or_comes_while_others_wait_is_told_when_to_come_again(row, monkeypatch):
    def lost(*_):
        raise LostError

    monkeypatch.setattr(turns, "APART", Told(lost))
    monkeypatch.setattr(turns, "LINE", line := turns.Line())
    page, document = (Client().get(path) for path in proofs(row))
    assert (page.status_code, document.status_code, document["Retry-After"]) == (503, 503, "5")
    assert document.json()["code"] == "unavailable"
    line.places["127.0.0.1"] = turns.OF_ONE
    assert [Client().get(path).status_code for path in proofs(row)] == [429, 429]


@pytest.mark.django_db(transaction=True)
def test_where_nobody_is_there_it_is_answered_here(row, monkeypatch):
    monkeypatch.setattr(turns, "APART", Told(lambda *_: None))
    assert [Client().get(path).status_code for path in proofs(row)] == [200, 200]


def test_cookies_and_headers_come_through(rf):
    cookie = "sessionid=x; HttpOnly; Path=/; SameSite=Lax"
    headers = [("Content-Type", "text/plain"), ("Set-Cookie", cookie), (ACTOR, "user:1"), ("X-Y", "z")]
    request = rf.get("/")
    response = turns.told_again(request, Answer("404 Not Found", [*headers, ("Content-Length", "3")], b"abc"))
    assert (response.status_code, response.content) == (404, b"abc")
    assert dict(response.items()) == {"Content-Type": "text/plain", "X-Y": "z"}
    assert response.cookies == SimpleCookie(cookie)
    assert request.told_actor == "user:1"


@pytest.mark.django_db
def test_who_answers_for_another_says_who_asked(client, caplog):
    answer = client.get("/health/live/", **{ELSEWHERE: "the id"})
    assert isinstance(answer, HttpResponse)
    assert (answer["X-Request-ID"], answer[ACTOR]) == ("the id", "")
    assert not caplog.records


def test_metrics_of_a_process_go_with_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    for name in (f"counter_{os.getpid()}.db", "counter_1.db"):
        (tmp_path / name).touch()
    apart.leave_no_metrics()
    assert [file.name for file in tmp_path.iterdir()] == ["counter_1.db"]
