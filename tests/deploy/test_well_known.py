"""Addresses that browsers, crawlers and people guess."""

import re
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.wsgi import get_wsgi_application
from django.urls import reverse

from tests.builders import a_tournament

pytestmark = pytest.mark.django_db


def test_the_list_and_the_standings_are_where_people_look(client):
    a_tournament(players=4)
    assert client.get("/tournaments/")["Location"] == "/"
    to = client.get("/tournaments/open/standings/?round=0")
    assert (to.status_code, to["Location"]) == (302, "/tournaments/open/?round=0")
    assert client.get("/tournaments/open/standings/", follow=True).status_code == 200
    assert client.get("/tournaments/nowhere/standings/", follow=True).status_code == 404


def test_the_icon_is_the_one_of_the_pages(client):
    page = client.get("/help/").content.decode()
    named = re.search(r'rel="icon" href="([^"]+)"', page)[1]
    assert client.get("/favicon.ico")["Location"] == named


def test_crawlers_are_kept_from_what_is_one_readers(client):
    answer = client.get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    closed = re.findall(r"^Disallow: (.+)$", answer.content.decode(), re.MULTILINE)
    for name, args in (("web:open-link", ["x"]), ("web:account", []), ("web:own-signup", ["x"])):
        assert any(reverse(name, args=args).startswith(path) for path in closed), name
    a_tournament(players=4)
    assert not any("/tournaments/open/".startswith(path) for path in closed)


def test_the_state_of_the_service_is_a_page_that_its_own_rules_allow(client):
    answer = client.get("/health/", headers={"Accept": "text/html,*/*;q=0.8"})
    page = answer.content.decode()
    assert "<style" not in page
    assert 'rel="stylesheet"' in page
    assert '<th scope="row">Database</th>' in page
    assert '<th scope="row">Writing</th>' in page
    german = client.get("/health/", headers={"Accept": "text/html", "Accept-Language": "de"})
    assert "Zustand dieses Dienstes" in german.content.decode()


@pytest.mark.parametrize("path", ["/health/", "/health/live/", "/health/ready/"])
@pytest.mark.parametrize("accept", ["text/html", "application/json", "text/plain"])
def test_head_has_no_body_whatever_the_server_does_with_one(path, accept):
    environ = {"REQUEST_METHOD": "HEAD", "PATH_INFO": path, "HTTP_ACCEPT": accept, "HTTP_HOST": "localhost"}
    setup_testing_defaults(environ)
    told = []
    body = b"".join(get_wsgi_application()(environ, lambda status, _headers: told.append(status)))
    assert (told, body) == (["200 OK"], b"")
