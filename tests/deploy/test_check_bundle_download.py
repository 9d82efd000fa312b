"""A stranger gets the program that checks bundles from the page that tells of it."""

from pathlib import Path

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_page_of_checks_offers_the_program():
    client = Client()
    assert '<a href="/log/check_bundle.py" download>check_bundle.py</a>' in client.get("/log/check/").text
    response = client.get("/log/check_bundle.py")
    assert response["Content-Disposition"] == 'attachment; filename="check_bundle.py"'
    assert response.content == Path("deploy/verifier/check_bundle.py").read_bytes()
