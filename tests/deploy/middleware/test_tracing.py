"""What the log says of requests: one id, who, from where, what was refused; no secret, nobody's name."""

import pytest
from django.test import Client, override_settings
from structlog.testing import capture_logs

from deploy.middleware.tracing import client_address
from tests.builders import a_tournament, an_account
from tournaments.tables.people import Membership

pytestmark = pytest.mark.django_db


def requests_in(lines):
    return [line for line in lines if line["event"] == "request"]


def test_a_request_is_one_line_with_who_asked_and_what_was_answered(client):
    a_tournament(players=2)
    user = an_account("somebody")
    client.force_login(user)
    with capture_logs() as lines:
        response = client.get("/tournaments/open/desk/")
    (line,) = requests_in(lines)
    assert (line["status"], line["actor"], line["address"]) == (403, f"user:{user.pk}", "127.0.0.1")
    assert line["route"] == "tournaments/<slug:slug>/desk/"
    assert len(response["X-Request-ID"]) == 32


def test_what_machines_and_pages_fetch_all_the_time_is_no_line(client):
    with capture_logs() as lines:
        for address in (
            "/static/nigiri/nigiri.css",
            "/health/?format=json",
            "/health/live/",
            "/health/ready/",
        ):
            response = client.get(address)
            response.close()
            assert response.status_code == 200
        assert lines == []
        assert client.get("/static/nigiri/none.css").status_code == 404
    assert [line["status"] for line in requests_in(lines)] == [404]


def test_secrets_in_addresses_and_what_was_typed_are_not_logged(client, caplog):
    with capture_logs() as lines:
        client.get("/my/a-very-secret-token/")
        client.get("/nothing/?token=a-very-secret-token")
        client.post("/accounts/login/", dict.fromkeys(("login", "password"), "a-very-secret-token"))
    assert len(requests_in(lines)) == 3
    assert [line["event"] for line in lines if line not in requests_in(lines)] == ["login_failed"]
    assert "very-secret" not in f"{lines} {caplog.text}"


def test_a_given_id_counts_where_a_proxy_is_trusted(client, settings):
    given = {"X-Request-ID": "0123456789abcdef"}
    assert client.get("/nothing/", headers=given)["X-Request-ID"] != given["X-Request-ID"]
    settings.PROXIES = 1
    assert client.get("/nothing/", headers=given)["X-Request-ID"] == given["X-Request-ID"]
    assert client.get("/nothing/", headers={"X-Request-ID": "a b\n"})["X-Request-ID"] != "a b\n"


@pytest.mark.parametrize(("proxies", "address"), [(0, "127.0.0.1"), (1, "9.9.9.9"), (2, "8.8.8.8")])
def test_the_address_is_what_the_nearest_trusted_proxy_saw(rf, settings, proxies, address):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    assert client_address(rf.get("/", headers={"X-Forwarded-For": "1.1.1.1, 8.8.8.8, 9.9.9.9"})) == address


def test_what_happens_to_accounts_and_offices_is_said_by_number():
    with capture_logs() as lines:
        user = an_account("referee", "referee")
        client = Client()
        client.force_login(user)
        user.set_password("four stones of handicap")
        user.save()
        Membership.objects.all().delete()
    said = [line["event"] for line in lines]
    assert said == ["account_made", "office_given", "logged_in", "password_changed", "office_taken"]
    assert {line["account"] for line in lines} == {user.pk}


def test_what_is_asked_for_with_a_login_or_a_token_is_not_kept(client):
    a_tournament(players=2)
    address = "/api/v1/tournaments/open/standings/"
    assert "no-store" not in client.get(address).headers.get("Cache-Control", "")
    client.force_login(an_account("owner", "owner"))
    assert "no-store" in client.get(address)["Cache-Control"]
    assert "no-store" in Client().get(address, headers={"Authorization": "Token wrong"})["Cache-Control"]


def test_whom_to_tell_of_a_weakness(client):
    assert client.get("/.well-known/security.txt").status_code == 404
    with override_settings(SECURITY_CONTACT="mailto:security@go.example"):
        response = client.get("/.well-known/security.txt")
    assert response["Content-Type"].startswith("text/plain")
    assert response.content.startswith(b"Contact: mailto:security@go.example\nExpires: 2")
