"""What a fuzzer found: requests that nobody's program makes, refused with 4xx and a reason."""

from base64 import b64encode

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.builders import a_tournament, an_account

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("list_", ["tournaments/open/entries/", "organisations/", "tournaments/"])
def test_a_forged_cursor_is_none(list_):
    a_tournament(players=2)
    positions = ("x", "9" * 40, "\0", "\ud800", "2020-13-45", "\u2019")
    cursors = [b64encode(f"p={one}".encode("utf-8", "surrogatepass")).decode() for one in positions]
    for forged in (*cursors, *positions):
        answer = APIClient().get(f"/api/v1/{list_}", {"cursor": forged.encode("utf-8", "replace")})
        assert answer.status_code in (400, 404, 422)
        assert answer.json()["code"] in ("not_found", "bad_request", "invalid")


@pytest.mark.parametrize("scheme", ["Token", "Bearer", "Link", "Basic"])
def test_a_token_that_is_no_text_is_wrong(scheme):
    answer = APIClient().get("/api/v1/account/", HTTP_AUTHORIZATION=f"{scheme} \xff\xfe")
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/x-www-form-urlencoded; charset=utf-16", b"a=b"),
        ("application/x-www-form-urlencoded; charset=nonsense", b"a=b"),
        ("multipart/form-data", b"--x\r\n"),
        ("multipart/form-data; boundary=", b"--x\r\n"),
        ("multipart/form-data; boundary=\xff", b"--x\r\n"),
        (
            "multipart/form-data; boundary=x",
            (
                b'--x\r\nContent-Disposition: form-data; name="a"\r\n'
                b"Content-Transfer-Encoding: base64\r\n\r\n?\r\n--x--\r\n"
            ),
        ),
    ],
)
@pytest.mark.parametrize("strict", [True, False])
def test_a_form_that_cannot_be_read_is_refused(kind, body, strict):
    a_tournament(players=2)
    client = Client(enforce_csrf_checks=strict)
    client.force_login(an_account("director", "director"))
    for address in ("/tournaments/open/rounds/1/pair/", "/accounts/login/", "/api/v1/login/"):
        answer = client.generic("POST", address, body, content_type=kind)
        assert answer.status_code < 500


@pytest.mark.parametrize("address", ["/tournaments/open/rounds/1/pair/", "/nowhere/"])
@pytest.mark.parametrize(
    ("kind", "host"),
    [
        ("application/x-www-form-urlencoded; charset=utf-16", "localhost"),
        ("multipart/form-data", "localhost"),
        ("multipart/form-data", "evil.example"),
    ],
)
def test_the_page_of_an_error_does_not_read_the_form_again(kind, host, address):
    a_tournament(players=2)
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "c" * 32
    answer = client.post(address, b"a=b", content_type=kind, headers={"Host": host})
    assert answer.status_code in (400, 403, 404)


def test_a_name_that_is_not_this_hosts_is_a_line_in_the_log_without_traceback(caplog):
    assert Client().get("/", headers={"Host": "evil.example"}).status_code == 400
    (line,) = (record for record in caplog.records if "evil.example" in record.getMessage())
    assert (line.levelname, line.exc_info) == ("WARNING", None)


@pytest.mark.parametrize("accepted", [";q=x", "text/html;q=\xff", "a", "*/*;q=nan"])
@pytest.mark.parametrize("address", ["/health/", "/health/ready/"])
def test_a_server_tells_its_health_whatever_is_accepted(accepted, address):
    client = Client(raise_request_exception=False)
    assert client.get(address, headers={"Accept": accepted}).status_code in (200, 406, 503)
