"""The OpenAPI document over HTTP: made once, the same for everybody, asked for again at no cost."""

import json

import pytest
from drf_spectacular.generators import SchemaGenerator

from deploy.api import openapi
from tests.builders import an_account

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json,*/*"}


def test_it_is_made_once_and_does_not_differ_by_who_asks_or_in_which_language(client, monkeypatch):
    first = client.get("/api/schema/", headers=JSON)
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    client.force_login(an_account("somebody"))
    again = client.get("/api/schema/", headers={**JSON, "accept-language": "de"})
    assert json.loads(again.content)["paths"].keys() >= {"/api/v1/rules/replay/", "/api/v1/login/"}
    assert (again.content, again["ETag"]) == (first.content, first["ETag"])
    assert again["Cache-Control"] == "public, max-age=300"


def test_who_has_it_already_gets_nothing(client):
    tag = client.get("/api/schema/", headers=JSON)["ETag"]
    same = client.get("/api/schema/", headers={**JSON, "if-none-match": tag})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", tag)


def test_it_is_packed_for_who_can_unpack_it(client):
    packed = client.get("/api/schema/", headers={**JSON, "accept-encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(openapi.render_document()) / 5
