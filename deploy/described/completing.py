"""The document is completed by what no view describes. A hook of its generator."""

from typing import Any

from deploy.described import events, messages


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Messages of webhooks, and events typed by their kinds."""
    schemas: dict[str, Any] = result["components"]["schemas"]
    events.type_events(schemas)
    schemas.update(messages.components())
    schemas["Delivery"]["properties"]["payload"] = {"$ref": f"#/components/schemas/{messages.MESSAGE}"}
    result["components"]["schemas"] = dict(sorted(schemas.items()))
    result["webhooks"] = messages.webhooks()
    return result
