"""Event schemas in the OpenAPI document: one for each kind, from the class that declares its data.

Over REST a text of which the log stores only a commitment is a text, empty if it is withheld.
"""

from typing import Any

import msgspec

from games.log import wire

Schema = dict[str, Any]
PLACE = "#/components/schemas/"
STREAMS = {"Event": "tournament.", "GameEvent": "game."}
"""The components of an event of a stream -> the beginning of its kinds."""


def type_events(schemas: dict[str, Schema]) -> None:
    """Replace each of ``STREAMS`` by a choice of the current kinds."""
    for name, prefix in STREAMS.items():
        kinds = sorted(
            kind for kind in wire.registered_kinds() if kind.startswith(prefix) and _is_current(kind)
        )
        general = schemas[name]
        for kind in kinds:
            schemas.update(_components(kind, general, may_be_withheld=name == "Event"))
        mapping = {kind: f"{PLACE}{_title(kind)}Event" for kind in kinds}
        schemas[name] = {
            "oneOf": [{"$ref": place} for place in mapping.values()],
            "discriminator": {"propertyName": "kind", "mapping": mapping},
            "description": general["description"],
        }


def _is_current(kind: str) -> bool:
    """Return whether events are read in this form and the kind is not a test's."""
    cls = wire.class_of(kind)
    return wire.kind_of(cls) == kind and cls.__module__.partition(".")[0] in ("games", "tournaments")


def _title(kind: str) -> str:
    """Return the schema's name: TournamentCreatedV2 for ``tournament.created.v2``."""
    return "".join(word.title() for part in kind.split(".") for word in part.split("-")).removesuffix("V1")


def _components(kind: str, general: Schema, *, may_be_withheld: bool) -> dict[str, Schema]:
    """Return the schemas of an event, of its data and of the values in its data."""
    cls, title = wire.class_of(kind), _title(kind)
    [_], found = msgspec.json.schema_components([cls], ref_template=PLACE + "{name}InLog")
    parts = {name: _without_defaults(part, name) for name, part in found.items()}
    data: Schema = {"$ref": f"{PLACE}{title}Data"}
    members = {
        **general["properties"],
        "kind": {"type": "string", "const": kind},
        "data": {"anyOf": [data, {"type": "null"}]} if may_be_withheld else data,
    }
    description = _one_line(cls.__doc__ or "", cls.__name__)
    return {
        f"{title}Data": parts.pop(cls.__name__),
        f"{title}Event": {**general, "properties": members, "description": description},
        **{f"{name}InLog": part for name, part in parts.items()},
    }


def _without_defaults(part: Schema, name: str) -> Schema:
    """Return the schema without its title and without the docstring that Python generates."""
    rest = {member: value for member, value in part.items() if member not in ("title", "description")}
    description = _one_line(str(part.get("description", "")), name)
    return {**rest, "description": description} if description else rest


def _one_line(docstring: str, name: str) -> str:
    return "" if docstring.startswith(f"{name}(") else " ".join(docstring.split())
