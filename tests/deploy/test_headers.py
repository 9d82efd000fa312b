import re

import pytest

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
}


def policy(response):
    parts = (part.strip().partition(" ") for part in response["Content-Security-Policy"].split(";"))
    return {name: value for name, _, value in parts}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/accounts/login/", "/api/docs/", "/api/v1/nothing/", "/nothing/"])
def test_every_answer_carries_the_policy(client, address):
    response = client.get(address)
    assert policy(response) == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Permissions-Policy"].startswith("camera=(), ")


@pytest.mark.django_db  # closing an answer looks at the connections
def test_the_document_of_the_interface_needs_no_inline_script_or_style_and_no_other_host(client):
    page = client.get("/api/docs/").content.decode()
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(addresses) == 5
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    for address in addresses:
        response = client.get(address)
        response.close()
        assert response.status_code == 200


@pytest.mark.browser
def test_the_document_of_the_interface_opens_offline_under_the_policy(page):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto("/api/docs/")
    page.get_by_role("heading", name="Nigiri").wait_for()
    assert complaints == []
