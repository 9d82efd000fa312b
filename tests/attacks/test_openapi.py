"""The document of REST: without a warning, and in words of its own for every operation."""

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


@pytest.mark.django_db
def test_an_import_says_which_media_types_it_reads(api):
    api.force_authenticate(an_account("owner", "owner"))
    response = api.generic("POST", "/api/v1/organisations/home/import/", b"{}", "image/png")
    read = ["application/xml", "text/plain", "application/json"]
    assert (response.status_code, response.json()["reads"]) == (415, read)
    assert response.json()["detail"].endswith(f"Read here: {', '.join(read)}.")
