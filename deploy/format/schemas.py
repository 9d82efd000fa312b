"""JSON Schema (2020-12) of every kind of event, made of the classes that events are read into.

The service gives them below /api/docs/log/schemas/; ``python -m deploy.format schemas FOLDER`` writes them.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from games.log import wire
from games.log.canonical import canonical, parse

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TOURNAMENTS, GAMES, CLAIMS, LOG = "tournament.", "game.", "claim.", "log."
Schema = dict[str, Any]


@cache
def schemas() -> dict[str, Schema]:
    """Of each kind by its name, the old names too, in alphabetical order."""
    return {kind: parse(canonical(_schema(kind))) for kind in sorted(wire.kinds()) if _is_ours(kind)}


def _is_ours(kind: str) -> bool:
    """Tests have kinds of their own."""
    return wire.class_of(kind).__module__.partition(".")[0] in ("games", "tournaments")


def _schema(kind: str) -> Schema:
    cls = wire.class_of(kind)
    [_], parts = msgspec.json.schema_components([cls], ref_template="#/$defs/{name}")
    told = {name: _strict(part) for name, part in sorted(parts.items())}
    own = told.pop(cls.__name__)
    schema = {"$schema": DIALECT, "$id": f"{kind}.json", **own, "title": kind}
    if told:
        schema["$defs"] = told
    today = wire.kind_of(cls)
    if kind != today:
        schema |= {"deprecated": True, "$comment": f"Read as {today}: events.md says how it is lifted."}
    return schema


def _strict(part: Schema) -> Schema:
    """Without names that no field has, and without what Python writes where nobody said anything."""
    words = part.get("description", "")
    if words.startswith(f"{part.get('title')}("):
        part.pop("description")
    elif words:
        part["description"] = " ".join(words.split())
    return part | {"additionalProperties": False} if "properties" in part else part


def texts() -> Iterator[tuple[str, str]]:
    """Name of a file, and what is in it."""
    for kind, schema in schemas().items():
        yield f"{kind}.json", canonical(schema) + "\n"
