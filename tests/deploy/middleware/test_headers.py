import os
import re
import subprocess
import sys

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
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Permissions-Policy"].startswith("camera=(), ")


@pytest.mark.django_db
def test_static_files_carry_the_policy_too(client):
    response = client.get("/static/nigiri/icon.svg")
    response.close()
    assert policy(response) == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "no-store" not in response.get("Cache-Control", "")


UNDER_HTTPS = """
import django; django.setup()
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from tournaments.accounts import adapter
from tournaments.web.mine import links
print(settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME)
print(adapter.COOKIE, links.COOKIE)
from django.utils.module_loading import import_string
print(import_string(settings.MESSAGE_STORAGE).storage_classes[0].cookie_name)
client = Client()
print(*[client.get(path).status_code for path in ("/", "/api/v1/account/", "/metrics")])
secure = client.get("/api/v1/", secure=True)
print(secure.status_code, secure["Strict-Transport-Security"])
print(client.get("/static/nigiri/icon.svg", secure=True)["Strict-Transport-Security"])
print(client.get("/api/v1/account/").json()["code"])
"""


def test_under_https_cookies_are_of_this_host_alone_and_programs_are_not_led_on(tmp_path):
    environment = {**os.environ, "NIGIRI_HTTPS": "true", "NIGIRI_DATA": str(tmp_path)}
    environment["NIGIRI_ALLOWED_HOSTS"] = "testserver"
    environment["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
    run = subprocess.run(
        [sys.executable, "-c", UNDER_HTTPS], env=environment, capture_output=True, text=True, check=True
    )
    *cookies, statuses, secure, static, code = run.stdout.splitlines()
    names = " ".join(cookies).split()
    assert len(names) == 6
    assert all(name.startswith("__Host-") for name in names)
    assert statuses == "301 403 403"
    assert secure == "200 max-age=31536000; includeSubDomains; preload"
    assert static == "max-age=31536000; includeSubDomains; preload"
    assert code == "https_needed"


@pytest.mark.django_db  # closing an answer looks at the connections
def test_the_document_of_the_interface_needs_no_inline_script_or_style_and_no_other_host(client):
    page = client.get("/api/docs/").content.decode()
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    addresses = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(addresses) == 7
    assert {"/", "/help/api/"} < set(addresses)
    assert '<html lang="en">' in page
    assert all(address.startswith("/") and not address.startswith("//") for address in addresses)
    for address in set(addresses) - {"/", "/help/api/"}:
        response = client.get(address)
        response.close()
        assert response.status_code == 200


@pytest.mark.browser
def test_the_document_of_the_interface_opens_offline_under_the_policy(page):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto("/api/docs/")
    # The document is made at the first request.
    page.get_by_role("heading", name="Nigiri").wait_for(timeout=90_000)
    assert complaints == []
