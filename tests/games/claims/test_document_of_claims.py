"""The tables of the document name what each type of claim, and each action, takes, and no more."""

import json
import re
from dataclasses import fields

from rest_framework.serializers import ValidationError

from deploy.api.openapi import render_document
from games.adjudication.kinds import MEMBER_NAMES, ClaimKind
from games.operations.claims import MAKE_CLAIM
from games.refusals import Refusal
from rules.actions import ACTIONS
from tests.attacks.test_refused_bodies import sample

ROW = re.compile(r"^\| (?P<types>[^|]+) \| (?P<names>[^|]+) \|$", re.MULTILINE)


SCHEMAS = json.loads(render_document())["components"]["schemas"]


def listed(schema):
    """Return the members that the table names, by type; those of each type in every row."""
    members = schema["properties"].keys()
    rows = {found["types"]: found["names"] for found in ROW.finditer(schema["description"])}
    plain = {types: re.sub(r"\(.*\)|:[^;|]*", "", names) for types, names in rows.items()}
    words = {types: set(re.findall(r"[a-z_]+", names)) for types, names in plain.items()}
    every = words.pop("each", set()) & members
    return {
        kind: every | (names & members)
        for types, names in words.items()
        for kind in re.findall(r"`(\w+)`", types)
    }


def taken(kind, name, schema):
    value = sample({key: given for key, given in schema["properties"][name].items() if key != "enum"})
    try:
        MAKE_CLAIM.from_values({"type": kind, name: value})
    except Refusal as no:
        return not any(one["code"] == "unknown_member" for one in no.facts.get("errors", ()))
    except ValidationError as no:
        raise AssertionError((kind, name, value)) from no
    return True


def test_table_lists_the_members_of_each_type():
    schema = SCHEMAS["MakeClaimRequest"]
    found = listed(schema)
    assert found.keys() == {kind.value for kind in ClaimKind}
    for kind, names in found.items():
        known = schema["properties"].keys() - {"type"}
        assert {name for name in known if taken(kind, name, schema)} == names - {"type"}, kind


def test_table_lists_the_members_of_each_action():
    assert listed(SCHEMAS["ActionInRequest"]) == {
        do: {MEMBER_NAMES.get(one.name, one.name) for one in fields(kind)} for do, kind in ACTIONS.items()
    }
