"""Ids and summaries of operations, as ``deploy/decisions/operation-ids.md`` has them."""

import json
import re

import pytest

from deploy.openapi import written

ODD = re.compile(r"\b(one's|oneself|anew|whoever|told|house|door)\b")
READS = {"get", "list", "preview"}
# fmt: off
WRITES = {
    "accept", "act", "add", "adopt", "appeal", "archive", "ask", "begin", "cancel", "change", "check",
    "clear", "close", "confirm", "create", "decide", "declare", "delete", "disband", "drop", "enter",
    "erase", "forget", "form", "give", "import", "invite", "log", "make", "mark", "merge", "move", "order",
    "pair", "pin", "preview", "publish", "read", "record", "refuse", "register", "reinstate", "remove",
    "renew", "renumber", "reopen", "replace", "replay", "report", "resend", "restore", "retry", "revoke",
    "rule", "second", "send", "set", "swap", "take", "test", "undo", "unmake", "unpair", "unpin",
    "unpublish", "void", "weigh", "withdraw",
}
# fmt: on


@pytest.fixture(scope="module")
def document():
    return json.loads(written())


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


def test_reads_and_writes_have_verbs_of_their_own(document):
    said = {(method == "get", one["operationId"].partition("_")[0]) for method, one in operations(document)}
    assert {verb for reads, verb in said if reads} == READS
    assert {verb for reads, verb in said if not reads} == WRITES


def test_what_lists_is_called_so(document):
    wrong = [
        operation["operationId"]
        for method, operation in operations(document)
        if method == "get" and is_list(document, operation) != operation["operationId"].startswith("list_")
    ]
    assert wrong == []


def test_a_summary_is_one_short_sentence_in_plain_words(document):
    said = [operation["summary"] for _, operation in operations(document)]
    assert [text for text in said if len(text) > 90 or not text[0].isupper() or text.endswith(".")] == []
    assert [text for text in said if ODD.search(text)] == []
    assert len(set(said)) == len(said)
