"""What goes wrong is said in the frame of the site, with a way back; the log tells faults from answers."""

import pytest
from django.test import Client

from deploy.middleware.failures import server_error
from tests.builders import a_tournament, an_account

pytestmark = pytest.mark.django_db
BACK = '<a href="/">All tournaments</a>'


def test_an_unknown_address(client):
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "<h1>Not found</h1>" in response.content.decode()
    assert BACK in response.content.decode()


def test_what_somebody_may_not_do(client):
    a_tournament(players=2)
    client.force_login(an_account("somebody"))
    response = client.get("/tournaments/open/desk/")
    assert response.status_code == 403
    assert "<h1>Not allowed</h1>" in response.content.decode()
    assert BACK in response.content.decode()


def test_a_form_without_its_token():
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "ada", "password": "x"})
    assert response.status_code == 403
    assert "<h1>Send the form again</h1>" in response.content.decode()
    assert BACK in response.content.decode()


def test_what_cannot_be_read(client):
    response = client.get("/a%00b")
    assert response.status_code == 400
    assert "<h1>Invalid request</h1>" in response.content.decode()
    assert BACK in response.content.decode()


def test_a_fault_of_ours(rf):
    response = server_error(rf.get("/"))
    assert response.status_code == 500
    assert "<h1>Something went wrong</h1>" in response.content.decode()
    assert BACK in response.content.decode()
