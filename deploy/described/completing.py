"""The document is completed by what no view describes. A hook of its generator."""

from collections.abc import Iterator
from typing import Any

from deploy.described import events, examples, lines, messages, problems
from deploy.described.parameters import describe_parameters
from games.rest.glossary import describe, describe_former
from tournaments.api.glossary import FORMER


def complete(result: dict[str, Any], generator: Any, **_: Any) -> dict[str, Any]:
    """What members of bodies mean; messages of webhooks; events by their kinds; what each refuses."""
    schemas: dict[str, Any] = result["components"]["schemas"]
    describe_former(schemas, FORMER)
    describe(schemas, lines.BODIES)
    describe_parameters(result["paths"])
    events.type_events(schemas)
    schemas.update(messages.components())
    payload = schemas["Delivery"]["properties"]["payload"]
    payload["allOf"] = [{"$ref": f"#/components/schemas/{messages.MESSAGE}"}]
    describe(schemas, lines.EVENTS)
    problems.close(result, _views(result, generator))
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    examples.show(result["paths"])
    result["webhooks"] = messages.webhooks()
    return result


def _views(result: dict[str, Any], generator: Any) -> Iterator[tuple[str, str, Any]]:
    """Path, method and view of each operation."""
    for path, _, method, callback in generator.endpoints:
        if method.lower() in result["paths"].get(path, {}):
            yield path, method, callback.cls
