"""What the OpenAPI document says of every member of every body."""

import json

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import spectacular_settings

from deploy.described.lines import BODIES, EVENTS
from deploy.described.parameters import LINES, describe_parameters
from deploy.openapi import written
from games.rest.glossary import COMMON, EVERYWHERE, describe, lines_of
from tournaments.api.glossary import FORMER

LONGEST = 140


@pytest.fixture(scope="module")
def document():
    return json.loads(written()[0])


def members(schema, place):
    """Place and schema of each member of a schema, and of the schemas that stand in it."""
    for name, member in schema.get("properties", {}).items():
        yield f"{place}.{name}", member
        yield from members(member, f"{place}.{name}")
    inner = [schema.get("items"), schema.get("additionalProperties")]
    for several in ("oneOf", "anyOf", "allOf"):
        inner += schema.get(several, [])
    for one in inner:
        if isinstance(one, dict):
            yield from members(one, place)


def schemas(node, place):
    """Every schema in a part of the document, by where it stands."""
    if isinstance(node, list):
        node = dict(enumerate(node))
    if isinstance(node, dict):
        if "schema" in node:
            yield place, node["schema"]
        for name, inner in node.items():
            yield from schemas(inner, f"{place}/{name}")


def all_members(document):
    named = document["components"]["schemas"].items()
    elsewhere = schemas({name: document.get(name) for name in ("paths", "webhooks")}, "")
    for place, schema in (*named, *elsewhere):
        yield from members(schema, place)


def test_every_member_of_every_body_is_described(document):
    bare = [place for place, member in all_members(document) if not member.get("description")]
    assert bare == []


def test_every_parameter_of_every_operation_is_described(document):
    operations = [one for methods in document["paths"].values() for one in methods.values()]
    parameters = [(one["operationId"], each) for one in operations for each in one.get("parameters", ())]
    assert {(id_, each["name"]) for id_, each in parameters if not each.get("description")} == set()
    bare = {
        path: {
            method: {
                "parameters": [{"name": one["name"], "in": one["in"]} for one in its.get("parameters", ())]
            }
            for method, its in methods.items()
        }
        for path, methods in document["paths"].items()
    }
    assert describe_parameters(bare) == LINES.keys()


def test_a_member_that_nobody_describes_is_found():
    bodies = {"A": {"properties": {"b": {"allOf": [{"properties": {"c": {}}}]}}}}
    found = [place for place, _ in all_members({"components": {"schemas": bodies}, "paths": {}})]
    assert found == ["A.b", "A.b.c"]


def test_every_line_of_bodies_is_needed():
    """By a schema and a member that there are, and that say nothing themselves."""
    spectacular_settings.apply_patches(
        {"POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums"]}
    )
    try:
        views = SchemaGenerator().get_schema(request=None, public=True)
    finally:
        spectacular_settings.clear_patches()
    assert describe(views["components"]["schemas"], BODIES) == BODIES.keys()


def test_every_line_of_events_is_needed(document):
    bare = {
        name: {"properties": {member: {} for member in schema.get("properties", {})}}
        for name, schema in document["components"]["schemas"].items()
        if name.endswith(("Data", "InLog")) and not name.endswith("MessageData")
    }
    assert describe(bare, EVENTS) == EVENTS.keys()


def test_a_line_is_one_short_sentence():
    lines = {*BODIES.values(), *EVENTS.values()}
    assert {line for line in lines if len(line) > LONGEST or "\n" in line} == set()
    assert {line for line in lines if not line.endswith(".") or line[0].islower()} == set()


def values(schema, document):
    """The schemas that a value may fit, references followed."""
    if "$ref" in schema:
        return values(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    parts = [part for several in ("oneOf", "anyOf", "allOf") for part in schema.get(several, [])]
    return [one for part in parts for one in values(part, document)] or [schema]


def absences(member, document):
    """How the member may say that there is nothing, as far as the schema names it."""
    found = set()
    for one in values(member, document):
        among = one.get("enum", [])
        if "null" in one.get("type", ()) or None in among:
            found.add(None)
        if "" in among or one.get("maxLength") == 0:
            found.add("")
    return found


def test_no_member_is_both_null_and_empty_for_nothing(document):
    both = [place for place, member in all_members(document) if len(absences(member, document)) > 1]
    assert both == []
    said = {place: absences(member, document) for place, member in all_members(document)}
    assert (said["Row.phase"], said["Signup.rank"], said["CourseGame.colour"]) == ({None}, {None}, {""})


def test_a_name_of_before_stands_beside_that_of_today(document):
    for schema, names in FORMER.items():
        members = document["components"]["schemas"][schema]["properties"]
        for old, new in names.items():
            assert kind(members[old]) == kind(members[new])
            assert f"The same as {new}" in members[old]["description"]


def kind(member):
    """The schema but for what is said of it; the one reference that stands in ``allOf``."""
    bare = {name: value for name, value in member.items() if name not in ("description", "deprecated")}
    return bare.get("allOf", [bare])[0]


def test_what_a_body_says_of_its_own_member_stays():
    schemas = {"A": {"properties": {"at": {"description": "Its own."}, "digest": {}}}}
    used = describe(schemas, lines_of([COMMON]))
    assert used == {(EVERYWHERE, "digest")}
    assert schemas["A"]["properties"]["at"] == {"description": "Its own."}


def test_a_reference_keeps_what_it_refers_to():
    schemas = {"PatchedARequest": {"properties": {"b": {"$ref": "#/components/schemas/B"}}}}
    describe(schemas, {("A", "b"): "What it is."})
    said = {"allOf": [{"$ref": "#/components/schemas/B"}], "description": "What it is."}
    assert schemas["PatchedARequest"]["properties"]["b"] == said


def test_a_line_of_a_schema_comes_before_that_of_everywhere():
    schemas = {"A": {"properties": {"b": {}}}, "C": {"properties": {"b": {}}}}
    describe(schemas, {("", "b"): "Here and there.", ("A", "b"): "Of A."})
    assert [schemas[name]["properties"]["b"]["description"] for name in "AC"] == ["Of A.", "Here and there."]


def test_two_lines_for_one_place_are_refused():
    with pytest.raises(ValueError, match="two lines for"):
        lines_of([{"A B": {"c": "One."}}, {"B": {"c": "Other."}}])
