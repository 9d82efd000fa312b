"""The document of REST: without a warning, and in words of its own for every operation."""

import re

import pytest
from django.core.management import call_command
from drf_spectacular.generators import SchemaGenerator

from tests.builders import an_account

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def document():
    return SchemaGenerator().get_schema(request=None, public=True)


@pytest.fixture(scope="module")
def operations(document):
    return [
        (f"{method.upper()} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def test_it_is_made_without_a_warning(tmp_path, capsys):
    call_command("spectacular", "--fail-on-warn", file=str(tmp_path / "openapi.yaml"))
    assert capsys.readouterr().err == ""


def test_every_refusal_is_a_problem(operations, document):
    for name, operation in operations:
        for status in ("4XX", "5XX"):
            assert operation["responses"][status] == {"$ref": "#/components/responses/Problem"}, name
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    assert document["components"]["responses"]["Problem"]["content"] == problem


def test_bodies_of_requests_permit_no_other_members(document):
    """Except values by name, such as axes of a ruleset."""
    schemas = document["components"]["schemas"]
    own = {name: schema for name, schema in schemas.items() if name.endswith("Request")}
    assert [name for name, schema in own.items() if schema.get("additionalProperties") is not False] == []


def test_headers_of_requests_have_a_pattern(document):
    parts = document["components"]["parameters"].values()
    written = [one for one in parts if one["name"] in ("If-Match", "Idempotency-Key")]
    assert [one["name"] for one in written if "pattern" not in one["schema"]] == []
    of_games, of_tournaments = sorted(
        (one["schema"]["pattern"] for one in written if one["name"] == "If-Match" and one.get("required")),
        key=len,
    )
    taken = ("*", '"12.7"', 'W/"12.7-0123456789abcdef"', '"12.7-ab12cd.77ee01-0123456789abcdef"')
    for pattern in (of_games, of_tournaments):
        assert all(re.search(pattern, tag) for tag in taken)
        assert not any(re.search(pattern, tag) for tag in ("12", '""', '"12.7-x"'))
    assert (re.search(of_games, '"12"'), bool(re.search(of_tournaments, '"12"'))) == (None, True)


def test_pictures_are_in_forms_alone(operations, document):
    schemas, bodies = document["components"]["schemas"], 0
    for name, operation in operations:
        content = operation.get("requestBody", {}).get("content", {})
        if "multipart/form-data" not in content:
            continue
        json_body, form = (
            schemas[content[media_type]["schema"]["$ref"].rpartition("/")[2]]["properties"]
            for media_type in ("application/json", "multipart/form-data")
        )
        assert "picture" not in json_body, name
        assert "binary" in {member.get("format") for member in form.values()}, name
        bodies += 1
    assert bodies == 3


def test_the_login_needs_no_credentials(document):
    assert document["paths"]["/api/v1/login/"]["post"]["security"] == []


def test_credentials_are_those_of_the_permission_table(operations):
    accepted = {
        operation["operationId"]: {scheme for one in operation["security"] for scheme in one or [""]}
        for name, operation in operations
        if not name.startswith("GET")
    }
    assert {name for name, schemes in accepted.items() if "" in schemes} == {
        "change_own_registration",
        "register_for_tournament",
        "replay_record",
        "withdraw_own_registration",
    }
    assert accepted["report_result"] == {"bearer", "cookieAuth", "entryLink"}
    assert accepted["pair_round"] == {"bearer", "cookieAuth"}


def test_a_dry_run_creates_nothing(operations):
    tried = [
        operation["responses"]
        for _, operation in operations
        if any(one.get("name") == "dry_run" for one in operation["parameters"])
    ]
    assert len(tried) > 5
    assert [responses for responses in tried if "200" not in responses] == []


def test_the_body_of_a_replay_is_required(document):
    assert document["paths"]["/api/v1/rules/replay/"]["post"]["requestBody"]["required"] is True


@pytest.mark.django_db
def test_an_import_says_which_media_types_it_reads(api):
    api.force_authenticate(an_account("owner", "owner"))
    response = api.generic("POST", "/api/v1/organisations/home/import/", b"{}", "image/png")
    read = ["application/xml", "text/plain", "application/json"]
    assert (response.status_code, response.json()["reads"]) == (415, read)
    assert response.json()["detail"].endswith(f"Read here: {', '.join(read)}.")
