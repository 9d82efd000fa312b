"""Events in the OpenAPI document, typed by kind: the data of each as its class declares it.

Over REST, texts of which the log stores only commitments are texts, empty where they are withheld.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.log import wire

Schema = dict[str, Any]
PLACE = "#/components/schemas/"
LISTED = {"Event": "tournament.", "GameEvent": "game."}
"""The components that are an event of a log -> how the kinds in it begin."""


def type_events(schemas: dict[str, Schema]) -> None:
    """Make each of ``LISTED`` one of the kinds that it may be."""
    for name, room in LISTED.items():
        schemas.update(_typed(name, schemas[name], _kinds_of(room)))


def _kinds_of(room: str) -> list[str]:
    """Those of today, which is how REST gives events; none of tests."""
    return sorted(kind for kind in wire.kinds() if kind.startswith(room) and _is_ours(kind))


def _is_ours(kind: str) -> bool:
    cls = wire.class_of(kind)
    return wire.kind_of(cls) == kind and cls.__module__.partition(".")[0] in ("games", "tournaments")


def _typed(name: str, general: Schema, kinds: Iterable[str]) -> dict[str, Schema]:
    """The components: of each kind the event and its data, what the data have in them, and any of them."""
    made: dict[str, Schema] = {}
    mapping: dict[str, str] = {}
    for kind in kinds:
        data, beside = _data(wire.class_of(kind))
        title = name_of(kind)
        made |= beside | {f"{title}Data": data, f"{title}Event": _event(general, kind, f"{title}Data", name)}
        mapping[kind] = f"{PLACE}{title}Event"
    made[name] = {
        "oneOf": [{"$ref": place} for place in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
        "description": general["description"],
    }
    return made


def name_of(kind: str) -> str:
    """``tournament.created.v2``: TournamentCreatedV2."""
    return "".join(word.title() for part in kind.split(".") for word in part.split("-")).removesuffix("V1")


def _event(general: Schema, kind: str, data: str, name: str) -> Schema:
    """As ``general`` has it, with its own kind and data. Of a tournament's event the data may be withheld."""
    told: Schema = {"$ref": PLACE + data}
    if name == "Event":
        told = {"anyOf": [told, {"type": "null"}]}
    own = {"kind": {"type": "string", "const": kind}, "data": told}
    said = wire.class_of(kind).__doc__ or ""
    members = {member: {**schema, **own.get(member, {})} for member, schema in general["properties"].items()}
    return {**general, "properties": members, "description": _one_line(said, wire.class_of(kind).__name__)}


def _data(cls: type) -> tuple[Schema, dict[str, Schema]]:
    """The schema of an event's data, and of the values in it by their names in the document."""
    [_], parts = msgspec.json.schema_components([cls], ref_template=PLACE + "{name}InLog")
    told = {name: _tidy(part, name) for name, part in parts.items()}
    own = told.pop(cls.__name__)
    return own, {f"{name}InLog": part for name, part in told.items()}


def _tidy(part: Schema, name: str) -> Schema:
    """Without names that no field has, and without what Python writes where nobody said anything."""
    left = {member: value for member, value in part.items() if member not in ("title", "description")}
    if said := _one_line(str(part.get("description", "")), name):
        left["description"] = said
    return left


def _one_line(said: str, name: str) -> str:
    return "" if said.startswith(f"{name}(") else " ".join(said.split())
