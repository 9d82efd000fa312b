"""JSON Schema (2020-12) of every kind of event, from the classes that decode events.

Served under /api/docs/log/schemas/.
"""

from functools import cache
from typing import Any

import msgspec

from games.log import commitments, wire
from games.log.canonical import canonical, parse

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TOURNAMENTS, GAMES, CLAIMS, LOG = "tournament.", "game.", "claim.", "log."
Schema = dict[str, Any]
SALTED: Schema = {
    "type": "object",
    "properties": {"salted": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
    "required": ["salted"],
    "additionalProperties": False,
}
TYPED = {path[-1] for path in (*commitments.TEXT_PATHS, *commitments.PERSON_PATHS, *commitments.SECRET_PATHS)}
"""Members for which the log has a salted commitment, by ``log.md``; text in logs of version 1, or empty."""


@cache
def schemas() -> dict[str, Schema]:
    """Return the schema of each kind, former kinds included, in alphabetical order."""
    return {
        kind: parse(canonical(_schema(kind)))
        for kind in sorted(wire.registered_kinds())
        if _is_product_kind(kind)
    }


def _is_product_kind(kind: str) -> bool:
    """Return whether the kind is of the product and not of a test."""
    return wire.class_of(kind).__module__.partition(".")[0] in ("games", "tournaments")


def _schema(kind: str) -> Schema:
    cls = wire.class_of(kind)
    [_], parts = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    definitions = {name: _strict(part) for name, part in sorted(parts.items())}
    own = definitions.pop(cls.__name__)
    schema = {"$schema": DIALECT, "$id": f"{kind}.json", **own, "title": kind}
    if definitions:
        schema["$defs"] = definitions
    today = wire.kind_of(cls)
    if kind != today:
        schema |= {"deprecated": True, "$comment": f"Read as {today}: events.md says how it is lifted."}
    return schema


def _strict(part: Schema) -> Schema:
    """Forbid unknown members, and remove the docstrings that Python generates."""
    words = part.get("description", "")
    if words.startswith(f"{part.get('title')}("):
        part.pop("description")
    elif words:
        part["description"] = " ".join(words.split())
    if "properties" not in part:
        return part
    members = {name: _member(name, one) for name, one in part["properties"].items()}
    return part | {"properties": members, "additionalProperties": False}


def _member(name: str, member: Schema) -> Schema:
    if name == "named":
        return SALTED
    return _salted_text(member) if name in TYPED else member


def _salted_text(member: Schema) -> Schema:
    """Return the schema of a text or of the commitment in its place."""
    default = {name: member[name] for name in ("default",) if name in member}
    return {**default, "anyOf": [{"type": "string"}, SALTED]}
