"""Final changes to the generated OpenAPI document: problem codes, shared parts."""

from collections.abc import Iterator
from itertools import chain, count
from typing import Any

import deploy.api.problem  # noqa: F401  # registers the codes of HTTP itself
from games.refusals import CODES
from games.rest.schema import RIGHT
from tournaments.access.table import MATRIX, NO, ROLES, Role

Schema = dict[str, Any]
METHODS = ("get", "put", "post", "patch", "delete")
WITHOUT_ACCOUNT = {(): Role.PUBLIC, ("entryLink",): Role.LINK}
"""Ways of asking without an account, by the names of their security schemes."""


def finish(result: Schema, **_: Any) -> Schema:
    """Change the document in place. A hook of the generator."""
    schemas = result["components"]["schemas"]
    schemas["ProblemCode"] = {"type": "string", "enum": sorted(CODES), "description": "Name of a refusal."}
    code = {"$ref": "#/components/schemas/ProblemCode"}
    for name in ("Problem", "JobProblem"):
        schemas[name]["properties"]["code"] = code
    for schema in schemas.values():
        for member in schema.get("properties", {}).values():
            _lift_default(member)
    _share_parts(result)
    return result


def _share_parts(result: Schema) -> None:
    """Replace headers of requests and responses, and the response to a refusal, by references."""
    components = result["components"]
    for operation in _operations(result):
        _require_credentials(operation)
        operation["parameters"] = [
            _share_part(components, "parameters", each["name"], each) if each["in"] == "header" else each
            for each in operation.get("parameters", ())
        ]
        for status, response in operation["responses"].items():
            headers = response.get("headers", {})
            for name, header in headers.items():
                headers[name] = _share_part(components, "headers", name, header)
            if status.endswith("XX"):
                operation["responses"][status] = _share_part(components, "responses", "Problem", response)


def _require_credentials(operation: Schema) -> None:
    """Drop the ways of asking that the permission table never permits."""
    row = dict(zip(ROLES, MATRIX[operation.pop(RIGHT)], strict=True))
    refused = [way for way, role in WITHOUT_ACCOUNT.items() if row[role] == NO]
    operation["security"] = [one for one in operation.get("security", ()) if tuple(one) not in refused]


def _operations(result: Schema) -> Iterator[Schema]:
    for path in result["paths"].values():
        yield from (each for name, each in path.items() if name in METHODS)


def _share_part(components: Schema, kind: str, name: str, part: Schema) -> Schema:
    """Return a reference to a part, which becomes a component if no equal one is there."""
    pool = components.setdefault(kind, {})
    base = name.replace("-", "")
    names = chain([base], (f"{base}{number}" for number in count(2)))
    found = next(each for each in names if pool.setdefault(each, part) == part)
    return {"$ref": f"#/components/{kind}/{found}"}


def _lift_default(member: Schema) -> None:
    """Move a default from a ``oneOf`` alternative to the property; it may be invalid for that alternative."""
    for one in member.get("oneOf", ()):
        if "default" in one:
            member["default"] = one.pop("default")
