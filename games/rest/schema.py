"""The OpenAPI schema of a view: parameters, headers and the problem response that all addresses share.

Every write takes an ``Idempotency-Key``, and ``If-Match`` where ``@writes(match=True)`` requires it. A GET
has an ETag where its answer may be stored. Every refusal is a ``Problem``. The docstring of the method, or of
its view if that has only one method, describes the operation.
"""

import inspect
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from games.rest.media import CSV, JSON
from games.rest.outdated import PAGE, outdated_in
from games.rest.quotas import LEFT, POLICY

NESTING = ("tournaments", "organisations")
PROBLEM = "application/problem+json"
REFUSED = "Refused; `code` says why."


class Problem(serializers.Serializer[Any]):
    """RFC 9457. Further members are the facts of the case."""

    type = serializers.CharField(help_text="URI of the page that explains the problem.")
    title = serializers.CharField(help_text="The same for every problem of this code.")
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(required=False, help_text="What is wrong in this case.")


KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Chosen by the client; the same key and body get the first answer again.",
)


QUOTAS = (
    OpenApiParameter(
        POLICY,
        str,
        OpenApiParameter.HEADER,
        response=True,
        description='What is counted: `"user";q=1200;w=60` is 1,200 requests in 60 seconds.',
    ),
    OpenApiParameter(
        LEFT,
        str,
        OpenApiParameter.HEADER,
        response=True,
        description='What is left: `"user";r=1187;t=42`, and in how many seconds the first counts no more. '
        "Not in an answer that is kept for everybody.",
    ),
)
NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The ETag of the last read: answered with 304 and no body if it is still the same.",
)
ETAG = {
    "description": "Version of what is at the address; If-None-Match and If-Match take it.",
    "schema": {"type": "string"},
    "required": True,
}
ETAG_OF_QUESTION = {
    "description": "Version that the answer was computed from, where it has one.",
    "schema": {"type": "string"},
}
ETAG_OF_WRITE = {
    "description": "Version after the write, where what was changed has one; If-Match takes it.",
    "schema": {"type": "string"},
}
LOCATION = {
    "description": "Where what was made, or is being made, can be read.",
    "schema": {"type": "string", "format": "uri-reference"},
    "required": True,
}
RETRY_AFTER = {
    "description": "When to send the request again, in seconds; with 429 and 503.",
    "schema": {"type": "integer", "minimum": 0},
}
LINK: dict[str, Any] = {
    "description": "The pages of the list after this one (`next`) and before it (`prev`), if any (RFC 8288).",
    "schema": {"type": "string"},
}
DEPRECATION: dict[str, Any] = {"schema": {"type": "string", "pattern": "^@[0-9]+$"}, "required": True}
SUNSET: dict[str, Any] = {
    "description": "When it may be gone, as a date of HTTP.",
    "schema": {"type": "string"},
    "required": True,
}
PAGE_OF_VERSIONS: dict[str, Any] = {
    "description": f"The page that says what goes away, and when: {PAGE}.",
    "schema": {"type": "string"},
    "required": True,
}
REPLAY = {
    "description": "`true`: the answer that was kept of the first request under this Idempotency-Key.",
    "schema": {"type": "string", "enum": ["true"]},
}


def _if_match(*, required: bool) -> OpenApiParameter:
    return OpenApiParameter(
        "If-Match",
        str,
        OpenApiParameter.HEADER,
        required=required,
        description='The ETag of the last read, for instance "12": refused with 412 if it is out of date.',
    )


class NigiriSchema(AutoSchema):
    """Adds the common headers and problems to what each view says of itself."""

    def get_description(self) -> str:  # type: ignore[override]  # as the framework's own
        """Never a docstring that is inherited: it says nothing of this operation."""
        text = get_doc(self._method()) or vars(type(self.view)).get("__doc__") or ""
        return inspect.cleandoc(text)

    def get_summary(self) -> str:
        """The first sentence."""
        first = self.get_description().partition("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].removesuffix(".")

    def get_tags(self) -> list[str]:
        """Return the part of the address behind a tournament or an organisation, else the first part."""
        parts = self._tokenize_path() or ["root"]
        return parts[1:2] if parts[0] in NESTING and len(parts) > 1 else parts[:1]

    def _method(self) -> Any:
        return getattr(self.view, self.method.lower(), None)

    def _write(self) -> Any:
        method = self._method()
        return method if getattr(method, "is_write", False) else None

    def get_override_parameters(self) -> list[Any]:
        own = list(super().get_override_parameters())
        write = self._write()
        said = [*own, *QUOTAS]
        if write:
            return [*said, KEY, _if_match(required=write.needs_match)]
        return [*said, NONE_MATCH] if self._has_etag() else said

    def _has_etag(self) -> bool:
        return self.method == "GET" and bool(getattr(self.view, "kept", False))

    def _is_list(self) -> bool:
        return any(one.name == "cursor" for one in self.get_override_parameters())

    def map_renderers(self, attribute: str) -> list[str]:
        """Of what is answered in several forms the body is said as JSON; ``_add_csv`` says the other."""
        return [JSON] if getattr(self.view, "forms", ()) else list(super().map_renderers(attribute))

    def _add_csv(self, bodies: dict[str, Any]) -> None:
        if self.method == "GET" and CSV in getattr(self.view, "forms", ()):
            bodies["200"]["content"][CSV] = {"schema": {"type": "string"}}
            end = self.path.rstrip("/").rpartition("/")[2]
            bodies["200"]["description"] = (
                f"As JSON or CSV, by `Accept`; the same bytes are at `{end}.json` and `{end}.csv`."
            )

    def is_deprecated(self) -> bool:
        """Whether the operation itself goes away, and not just a member of its answer."""
        return any(not one.is_member for one in outdated_in(self.view, self.method))

    def _headers(self, status: str) -> dict[str, Any]:
        """Return the headers of an answer with this status."""
        if status >= "4":
            return {"Retry-After": RETRY_AFTER}
        return {**self._own_headers(status), **self._of_outdated()}

    def _of_outdated(self) -> dict[str, Any]:
        """Return the headers of an answer with deprecated parts."""
        told = outdated_in(self.view, self.method)
        if not told:
            return {}
        what = "; ".join(f"{one.what} (use {one.instead})" for one in told)
        return {
            "Deprecation": {**DEPRECATION, "description": f"Since when this is deprecated: {what}."},
            "Sunset": SUNSET,
            "Link": PAGE_OF_VERSIONS,
        }

    def _own_headers(self, status: str) -> dict[str, Any]:
        write = self._write()
        if self._has_etag() and status in ("200", "304"):
            return {"ETag": ETAG, **({"Link": LINK} if status == "200" and self._is_list() else {})}
        if status >= "3":
            return {}
        if getattr(self._method(), "is_question", False):
            return {"ETag": ETAG_OF_QUESTION}
        if not write:
            return {}
        made = {"Location": LOCATION} if status in ("201", "202") else {}
        kept = {} if write.is_secret else {"Idempotent-Replay": REPLAY}
        return {"ETag": ETAG_OF_WRITE, **made, **kept}

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self._has_etag():
            bodies.setdefault("304", {"description": ""})
        self._add_csv(bodies)
        problem = self.resolve_serializer(Problem, direction)
        for status in ("4XX", "5XX"):
            bodies[status] = {"description": REFUSED, "content": {PROBLEM: {"schema": problem.ref}}}
        for status, body in bodies.items():
            if headers := self._headers(status):
                body["headers"] = {**headers, **body.get("headers", {})}
        return bodies
