"""The document is completed by what no view describes. A hook of its generator."""

from typing import Any

from deploy.described import events, lines, messages
from games.rest.glossary import describe


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """What members of bodies mean; messages of webhooks; events typed by their kinds."""
    schemas: dict[str, Any] = result["components"]["schemas"]
    describe(schemas, lines.BODIES)
    events.type_events(schemas)
    schemas.update(messages.components())
    payload = schemas["Delivery"]["properties"]["payload"]
    payload["allOf"] = [{"$ref": f"#/components/schemas/{messages.MESSAGE}"}]
    describe(schemas, lines.EVENTS)
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    result["webhooks"] = messages.webhooks()
    return result
