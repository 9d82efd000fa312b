"""Final changes to the generated OpenAPI document: events by kind, and the list of problem codes."""

from typing import Any

import deploy.problem  # noqa: F401  # registers the codes of HTTP itself
from deploy.event_schemas import type_events
from games.refusals import CODES

Schema = dict[str, Any]


def finish(result: Schema, **_: Any) -> Schema:
    """Change the document in place. A hook of the generator."""
    schemas = result["components"]["schemas"]
    type_events(schemas)
    schemas["ProblemCode"] = {"type": "string", "enum": sorted(CODES), "description": "Name of a refusal."}
    code = {"$ref": "#/components/schemas/ProblemCode"}
    for name in ("Problem", "JobProblem"):
        schemas[name]["properties"]["code"] = code
    schemas["Verdict"]["properties"]["code"] = {"anyOf": [code, {"type": "null"}]}
    for schema in schemas.values():
        for member in schema.get("properties", {}).values():
            _lift_default(member)
    return result


def _lift_default(member: Schema) -> None:
    """Move the default of an alternative to the member: the generator puts it where it may not fit."""
    for one in member.get("oneOf", ()):
        if "default" in one:
            member["default"] = one.pop("default")
