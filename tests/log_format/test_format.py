"""The format of the log as files and pages: schemas, the table of kinds, the vectors."""

import json
from hashlib import sha256

import pytest
from jsonschema import Draft202012Validator

from deploy.format.pages import document_names
from deploy.format.schemas import schemas
from games.log import wire
from tests.log_format import examples, kinds

FILE = (examples.FOLDER / "log.jsonl").read_text()
LINES = [line for line in FILE.splitlines() if line.startswith('{"actor":')]


def test_vectors_are_what_the_program_makes():
    """Else ``python -m tests.log_format vectors``."""
    assert {file.name: file.read_text() for file in examples.FOLDER.iterdir()} == examples.files()


def test_log_md_has_the_commitment_that_follows():
    spelled = json.dumps("Counted again: „7½“ is right.", ensure_ascii=False)
    text = (examples.FOLDER.parent / "log.md").read_text()
    assert spelled in text
    assert sha256(bytes(range(32)) + spelled.encode()).hexdigest() in text


def test_every_kind_has_a_valid_schema():
    for kind, schema in schemas().items():
        Draft202012Validator.check_schema(schema)
        assert schema["title"] == kind
        assert schema.get("deprecated", False) == (wire.kind_of(wire.class_of(kind)) != kind)


def test_events_fit_their_schema_and_altered_ones_do_not():
    for line in LINES:
        event = json.loads(line)
        schema = schemas()[event["kind"]]
        validator, data = Draft202012Validator(schema), event["data"]
        assert validator.is_valid(data)
        assert not validator.is_valid({**data, "surname": "Honinbo"})
        for name in schema.get("required", ()):
            assert not validator.is_valid({k: v for k, v in data.items() if k != name})


def test_the_table_of_kinds_is_up_to_date():
    """Else ``python -m tests.log_format kinds``."""
    text = kinds.FILE.read_text()
    assert kinds.with_table(text) == text


@pytest.mark.django_db
def test_pages_show_the_texts_and_lead_to_the_files(client):
    page = client.get("/api/docs/log/").content.decode()
    for name in document_names():
        assert f"/api/docs/log/{name}/" in page
        text = client.get(f"/api/docs/log/{name}/").content.decode()
        assert "<table>" in text or "<pre" in text
        assert f'href="/api/docs/log/{name}.md"' in text
        raw = client.get(f"/api/docs/log/{name}.md")
        assert raw.content.decode() == (kinds.FILE.parent / f"{name}.md").read_text()
    for missing in (
        "nothing/",
        "nothing.md",
        "schemas/tournament.nothing.v1.json",
        "vectors/..%2Fschemas.py",
    ):
        assert client.get(f"/api/docs/log/{missing}").status_code == 404


@pytest.mark.django_db
def test_schemas_and_vectors_are_served(client):
    assert client.get("/api/docs/log/schemas.json").json() == schemas()
    kind = "tournament.round-paired.v1"
    assert client.get(f"/api/docs/log/schemas/{kind}.json").json() == schemas()[kind]
    assert client.get("/api/docs/log/vectors/log.jsonl").content.decode() == FILE
