"""Ids of operations: one rule for all (``deploy/decisions/rest.md``)."""

import json
import re

import pytest

from deploy.api.openapi import render_document


@pytest.fixture(scope="module")
def document():
    return json.loads(render_document())


def operations(document):
    """Method and operation, of each."""
    for methods in document["paths"].values():
        yield from methods.items()


def is_list(document, operation):
    """Whether the answer is an array, or an object with a page of one."""
    schema = operation["responses"]["200"].get("content", {}).get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    schema = document["components"]["schemas"].get(name, schema)
    return schema.get("type") == "array" or "results" in schema.get("properties", {})


def test_an_id_is_a_verb_and_what_it_is_done_to(document):
    ids = [operation["operationId"] for _, operation in operations(document)]
    assert [id_ for id_ in ids if not re.fullmatch(r"[a-z]+(_[a-z]+)+", id_)] == []
    assert len(set(ids)) == len(ids)


def test_list_operations_have_list_ids(document):
    wrong = [
        operation["operationId"]
        for method, operation in operations(document)
        if method == "get" and is_list(document, operation) != operation["operationId"].startswith("list_")
    ]
    assert wrong == []
