"""Schemas of every kind, the table of kinds, and what is served of them."""

import json
from copy import deepcopy

import pytest
from jsonschema import Draft202012Validator

from deploy.format import examples, kinds
from deploy.format.pages import names
from deploy.format.schemas import schemas
from games.log import wire

FILE = (examples.FOLDER / "log.jsonl").read_text()
LINES = [line for line in FILE.splitlines() if line.startswith('{"actor":')]


@pytest.mark.parametrize("kind", sorted(schemas()))
def test_every_kind_has_a_schema_that_is_one(kind):
    schema = schemas()[kind]
    Draft202012Validator.check_schema(schema)
    assert schema["title"] == kind
    assert schema.get("deprecated", False) == (wire.kind_of(wire.class_of(kind)) != kind)


def test_events_fit_and_what_is_altered_does_not():
    for line in LINES:
        event = json.loads(line)
        validator = Draft202012Validator(schemas()[event["kind"]])
        assert validator.is_valid(event["data"])
        more = {**deepcopy(event["data"]), "surname": "Honinbo"}
        assert not validator.is_valid(more)
        for name in schemas()[event["kind"]].get("required", ()):
            assert not validator.is_valid({k: v for k, v in event["data"].items() if k != name})


def test_the_table_of_kinds_is_that_of_today():
    """Else ``python -m deploy.format kinds``."""
    text = kinds.FILE.read_text()
    assert kinds.with_table(text) == text
    assert all(f"`{kind}`" in text for kind in schemas())


def test_the_texts_are_of_a_size_to_be_read():
    for name in (*names(), "README"):
        assert len((kinds.FILE.parent / f"{name}.md").read_text().splitlines()) <= 250, name


def test_pages_show_the_texts_and_lead_to_the_files(client):
    index = client.get("/api/docs/log/")
    assert index.status_code == 200
    page = index.content.decode()
    for name in names():
        assert f"/api/docs/log/{name}/" in page
        text = client.get(f"/api/docs/log/{name}/").content.decode()
        assert "<table>" in text or "<pre" in text
        assert "style=" not in text
        assert f'href="/api/docs/log/{name}.md"' in text
        raw = client.get(f"/api/docs/log/{name}.md")
        assert raw.content.decode() == (kinds.FILE.parent / f"{name}.md").read_text()
    assert client.get("/api/docs/log/nothing/").status_code == 404
    assert client.get("/api/docs/log/nothing.md").status_code == 404


def test_schemas_and_vectors_are_served(client):
    every = client.get("/api/docs/log/schemas.json").json()
    assert every == schemas()
    one = client.get("/api/docs/log/schemas/tournament.round-paired.v1.json")
    assert one.json() == schemas()["tournament.round-paired.v1"]
    assert client.get("/api/docs/log/schemas/tournament.nothing.v1.json").status_code == 404
    log = client.get("/api/docs/log/vectors/log.jsonl")
    assert log.content.decode() == FILE
    assert client.get("/api/docs/log/vectors/..%2Fschemas.py").status_code == 404
