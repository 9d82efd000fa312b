"""Each write of the document refuses a wrong body in the one form of faults, and stores nothing."""

import json

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from deploy.api.openapi import render_document
from games.refusals import CODES
from tests.attacks.promises import OPERATIONS, parameters
from tournaments.accounts.private_links import token_of
from tournaments.tables.rows import PairingRow

pytestmark = pytest.mark.django_db
DOCUMENT = json.loads(render_document())
SLUGS = {"organisation": "home"}
BY_PLAYERS = ("/reports/", "/appeal/")
JSON, MULTIPART, URLENCODED = "application/json", "multipart/form-data", "application/x-www-form-urlencoded"
TOO_MUCH = 101_000_000
WRONG = {"string": 7, "integer": "x", "number": "x", "boolean": "x", "array": 7, "object": 7}
SAMPLES = {
    "uuid": "0f0e0d0c-0000-4000-8000-000000000001",
    "date": "2026-11-29",
    "date-time": "2026-11-29T10:00:00Z",
    "uri": "https://nigiri.example/",
    "email": "a@nigiri.example",
}


def with_bodies(*media_types):
    """Return the labels of the operations whose body may be of one of these types, each with its types."""
    return [
        (label, media_type)
        for label, operation in sorted(OPERATIONS.items())
        for media_type, body in operation.definition.raw.get("requestBody", {}).get("content", {}).items()
        if not media_types or (media_type in media_types and not is_file(body))
    ]


WITHOUT_BODIES = sorted(
    label
    for label, operation in OPERATIONS.items()
    if operation.method.lower() != "get" and "requestBody" not in operation.definition.raw
)


def is_file(body):
    return body["schema"].get("format") == "binary"


def resolved(schema):
    """Return a schema without a reference, or the part of a choice that is not null."""
    if "$ref" in schema:
        return resolved(DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    for name in ("allOf", "anyOf", "oneOf"):
        if name in schema:
            return resolved(next(one for one in schema[name] if one.get("type") != "null"))
    return schema


def type_of(schema):
    kinds = schema.get("type", "")
    return kinds if isinstance(kinds, str) else next(one for one in kinds if one != "null")


def sample(schema):
    """Return a value with the required members alone."""
    schema = resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    if "example" in schema:
        return schema["example"]
    kind = type_of(schema)
    if kind == "object":
        required = schema.get("required", ())
        return {name: SLUGS.get(name) or sample(schema["properties"][name]) for name in required}
    if kind == "array":
        return [sample(schema["items"])] * schema.get("minItems", 0)
    if kind == "string":
        return SAMPLES.get(schema.get("format"), "1d" if "pattern" in schema else "text")
    return schema.get("minimum", 1) if kind in ("integer", "number") else True


def body_schema(label, media_type):
    path, method = label.split(" ")[1], label.split(" ")[0].lower()
    return resolved(DOCUMENT["paths"][path][method]["requestBody"]["content"][media_type]["schema"])


@pytest.fixture
def send(real, settings):
    """Return a function that sends a body as an owner, and returns the faults of its refusal.

    Nothing that the test sends may store anything.
    """
    uncounted = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}
    settings.CACHES = dict.fromkeys(settings.CACHES, uncounted)
    client = APIClient()
    owner = real.ways[0]["Authorization"]
    game = PairingRow.objects.get(pk=real.found["game_id"])
    player = f"Link {token_of(game.black)}"

    def refused(label, body, media_type=JSON, statuses=(422,), **headers):
        operation = OPERATIONS[label]
        sender = player if label.endswith(BY_PLAYERS) else owner
        client.credentials(HTTP_AUTHORIZATION=sender, HTTP_IF_MATCH="*")
        address = operation.path.format(**parameters(operation, real))
        if media_type == MULTIPART:
            how = {"data": body, "format": "multipart"}
        else:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            how = {"data": data, "content_type": media_type}
        answer = getattr(client, operation.method.lower())(address, **how, **headers)
        assert answer.status_code in statuses, (body, answer.status_code, answer.content[:500])
        return faults_of(answer)

    before = rows()
    yield refused
    assert rows() == before


def rows():
    """Return the number of rows in each table of ours."""
    return {
        model: model.objects.count()
        for model in apps.get_models()
        if model.__module__.startswith(("games.", "tournaments."))
    }


def faults_of(answer):
    """Return place and code of each fault of a problem document."""
    problem = answer.json()
    assert (answer["Content-Type"], problem["status"]) == ("application/problem+json", answer.status_code)
    assert problem["code"] in CODES
    assert problem["type"] == f"/help/problems/#{problem['code']}"
    assert all(set(one) == {"place", "code", "message"} and one["message"] for one in problem["errors"])
    return {(one["place"], one["code"]) for one in problem["errors"]}


@pytest.mark.parametrize(("label", "media_type"), with_bodies(JSON, MULTIPART))
def test_refuses_an_unknown_member(label, media_type, send):
    body = {**sample(body_schema(label, media_type)), "nonsense": "1"}
    assert ("nonsense", "unknown_member") in send(label, body, media_type)


@pytest.mark.parametrize("label", WITHOUT_BODIES)
def test_refuses_a_body_where_none_is_declared(label, send):
    assert send(label, {"nonsense": 1}) == {("nonsense", "unknown_member")}
    assert {place for place, _ in send(label, [[]])} == {None}


@pytest.mark.parametrize(("label", "media_type"), with_bodies(JSON))
def test_place_of_a_wrong_type_is_the_path_of_the_member(label, media_type, send):
    for place, body in with_wrong_types(body_schema(label, media_type)):
        faults = send(label, body)
        of_the_action = {(None, "invalid"), ("actions.0", "invalid")} if '"do"' in json.dumps(body) else set()
        assert {(place, "wrong_type")} == faults - of_the_action, (place, body, faults)


def with_wrong_types(schema):
    """Yield the path of each member and item of a body, and the body with a value of another type there."""
    schema = resolved(schema)
    if type_of(schema) == "array":
        inner = schema["items"]
        others = [sample(inner)] * (schema.get("minItems", 1) - 1)
        yield from [("0", [WRONG[type_of(resolved(inner))], *others])] if type_of(resolved(inner)) else []
        yield from ((f"0.{place}", [body]) for place, body in with_wrong_types(inner))
    for name, inner in schema.get("properties", {}).items():
        kind, whole = type_of(resolved(inner)), sample(schema)
        yield from [(name, {**whole, name: WRONG[kind]})] if kind and not has_several_types(inner) else []
        yield from ((f"{name}.{place}", {**whole, name: body}) for place, body in with_wrong_types(inner))


def has_several_types(schema):
    return len([one for one in schema.get("oneOf", ()) if one.get("type") != "null"]) > 1


@pytest.mark.parametrize(("label", "media_type"), with_bodies(JSON))
def test_refuses_wrong_types_missing_and_long_members(label, media_type, send):
    schema = body_schema(label, media_type)
    body = sample(schema)
    assert {place for place, _ in send(label, [])} == {None}
    for name, declared in schema.get("properties", {}).items():
        member = resolved(declared)
        if name in schema.get("required", ()):
            short = {other: value for other, value in body.items() if other != name}
            assert (name, "required") in send(label, short)
        if "maxLength" in member:
            long = {**body, name: "a" * (member["maxLength"] + 1)}
            assert name in {place for place, _ in send(label, long)}, name


@pytest.mark.parametrize(("label", "media_type"), with_bodies(MULTIPART))
def test_refuses_wrong_and_missing_members_of_a_form(label, media_type, send):
    schema = body_schema(label, media_type)
    body = sample(schema)
    for name, member in schema["properties"].items():
        if name in schema.get("required", ()):
            short = {other: value for other, value in body.items() if other != name}
            assert (name, "required") in send(label, short, media_type)
        file = resolved(member).get("format") == "binary"
        wrong = "text" if file else SimpleUploadedFile("a.txt", b"text")
        if name != "sgf":  # a text or a file
            places = {place.split(".")[0] for place, _ in send(label, {**body, name: wrong}, media_type)}
            assert name in places


@pytest.mark.parametrize(("label", "media_type"), with_bodies())
def test_refuses_a_body_that_is_too_big(label, media_type, send):
    faults = send(label, b"{", f"{media_type}; boundary=x", (413,), CONTENT_LENGTH=str(TOO_MUCH))
    assert {place for place, _ in faults} == {None}


@pytest.mark.parametrize("label", sorted({label for label, _ in with_bodies()}))
def test_refuses_a_form_as_links_of_pages_send_it(label, send):
    assert {place for place, _ in send(label, b"nonsense=1", URLENCODED, (415,))} == {"header:Content-Type"}


def test_every_text_of_a_body_has_an_end():
    """By its length, its choices, its form or, for a record, the limit on the body."""
    ends = {"maxLength", "enum", "format", "pattern", "const"}
    endless = {
        f"{label} {place}"
        for label, media_type in with_bodies(JSON)
        for place, schema in texts(body_schema(label, media_type), "")
        if not ends & schema.keys() and not place.endswith(".sgf")
    }
    assert sorted(endless) == []


def texts(schema, place):
    """Yield the place and the schema of each text in a body."""
    for name in ("allOf", "anyOf", "oneOf"):
        for one in schema.get(name, ()):
            yield from texts(one, place)
    schema = resolved(schema)
    for name, member in schema.get("properties", {}).items():
        yield from texts(member, f"{place}.{name}")
    if "items" in schema:
        yield from texts(schema["items"], f"{place}[]")
    if type_of(schema) == "string":
        yield place, schema
