"""The OpenAPI schema of a view: parameters, headers and the problem response that all addresses share.

Every write takes an ``Idempotency-Key``, and ``If-Match`` where its view ``compares`` versions. A GET
has an ETag where its answer may be stored. Every refusal is a ``Problem``. The docstring of the method, or of
its view if that has only one method, describes the operation.
"""

import inspect
from typing import Any, Literal, TypedDict

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc, is_list_serializer
from drf_spectacular.utils import OpenApiParameter

from games.log.idempotency import KEY_PATTERN
from games.refusals import Fault
from games.rest.media import CSV, JSON
from games.rest.quotas import LEFT, POLICY

NESTING = ("tournaments", "organisations")
PROBLEM = "application/problem+json"
REFUSED = "Refused; `code` says why."


class Problem(TypedDict):
    """RFC 9457. Further members are the facts of the case.

    ``type``: the address of a page about the code. ``title``: the same for every problem of the code.
    ``errors``: at least one. The place of a fault is its member in the body, such as `entries.0.rank`;
    `query:NAME` and `header:NAME` are other places, and null is the request as a whole.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[Fault]


def _in_header(name: str, description: str, *, pattern: str = "", required: bool = False) -> OpenApiParameter:
    """Declare a header of the request."""
    schema = {"type": "string", **({"pattern": pattern} if pattern else {})}
    return OpenApiParameter(name, schema, OpenApiParameter.HEADER, required=required, description=description)


def _header(description: str, *, required: bool = False, **schema: Any) -> dict[str, Any]:
    """Declare a header of the response."""
    header = {"description": description, "schema": {"type": "string", **schema}}
    return {**header, "required": True} if required else header


KEY = _in_header(
    "Idempotency-Key",
    "Chosen by the client; the same key and body get the first answer again.",
    pattern=KEY_PATTERN,
)
NONE_MATCH = _in_header(
    "If-None-Match", "The ETag of the last read: 304 and no body if it is still the same."
)
IF_MATCH = (
    "The ETag of any read of the tournament: refused with 412 if its version is out of date "
    "(`version_clash`), or if it is of another tournament, game or claim (`etag_of_another`); a version "
    "alone is not checked for that. That of a game has two versions: its record and moves compare the "
    "game's, results and all else the tournament's."
)
TAG = r'"\d{1,9}(\.\d{1,9})?(-[0-9a-f]{6}(\.[0-9a-f]{6})?)?(-[0-9a-f]{16,64})?"'
TAG_OF_GAME = TAG.replace("?", "", 1)
QUOTAS = {
    POLICY: _header('What is counted: `"user";q=1200;w=60` is 1,200 requests in 60 seconds.'),
    LEFT: _header(
        'What is left: `"user";r=1187;t=42`, and in how many seconds the first counts no more. '
        "Not in an answer that is cached for everybody."
    ),
}
ETAG = _header("Version of the resource; If-None-Match and If-Match take it.", required=True)
ETAG_OF_CONTENT = _header("Digest of the answer; If-None-Match takes it.", required=True)
ETAG_OF_QUESTION = _header("Version that the answer was computed from, if it has one.")
ETAG_OF_WRITE = _header("Version after the write, if the resource has one; If-Match takes it.")
LOCATION = _header("Address of the new resource.", required=True, format="uri-reference")
RETRY_AFTER = _header(
    "When to send the request again, in seconds; with 429 and 503.", type="integer", minimum=0
)
LINK = _header("The next page (`next`) and the one before (`prev`), if any (RFC 8288).")
REPLAY = _header("`true`: the stored answer to the first request with this Idempotency-Key.", enum=["true"])


RIGHT = "x-right"
"""The row of the permission table, for the last step of making the document."""


class NigiriSchema(AutoSchema):
    """Adds the common headers and problem responses to the declarations of each view."""

    view: Any  # a NigiriView

    def get_operation(self, *args: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args)
        right = getattr(self.view, "least_right", "") or getattr(self._method(), "right", None)
        return {**operation, RIGHT: right} if operation and right else operation

    def get_description(self) -> str:  # type: ignore[override]  # as the framework's own
        """Return the docstring of the handler; never an inherited one."""
        text = get_doc(self._method()) or vars(type(self.view)).get("__doc__") or ""
        return inspect.cleandoc(text)

    def get_summary(self) -> str:
        """Return the first sentence."""
        first = self.get_description().partition("\n\n")[0]
        return " ".join(first.split()).partition(". ")[0].removesuffix(".")

    def get_tags(self) -> list[str]:
        """Return the part of the address behind a tournament or an organisation, else the first part."""
        parts = self._tokenize_path() or ["root"]
        return parts[1:2] if parts[0] in NESTING and len(parts) > 1 else parts[:1]

    def _method(self) -> Any:
        return getattr(self.view, getattr(self.view, "action", None) or self.method.lower(), None)

    def _write(self) -> Any:
        method = self._method()
        return method if getattr(method, "is_write", False) else None

    def get_override_parameters(self) -> list[Any]:
        own = list(super().get_override_parameters())
        write = self._write()
        if write:
            if not self.view.compares:
                return [*own, KEY]
            tag = TAG_OF_GAME if self.view.matches_game else TAG
            pattern = rf"^(\*|(W/)?{tag})$"
            match = _in_header("If-Match", IF_MATCH, pattern=pattern, required=write.needs_match)
            return [*own, KEY, match]
        return [*own, NONE_MATCH] if self._has_etag() else own

    def _has_etag(self) -> bool:
        return self.method == "GET" and self.view.kept

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Return whether the answer is an array; that of a list is an object, the envelope of a page."""
        return bool(is_list_serializer(serializer))

    def map_renderers(self, attribute: str) -> list[str]:
        """Describe bodies with several formats as JSON; ``_add_csv`` adds the other."""
        return [JSON] if getattr(self.view, "forms", ()) else list(super().map_renderers(attribute))

    def _add_csv(self, bodies: dict[str, Any]) -> None:
        if self.method == "GET" and CSV in getattr(self.view, "forms", ()):
            bodies["200"]["content"][CSV] = {"schema": {"type": "string"}}
            end = self.path.rstrip("/").rpartition("/")[2]
            bodies["200"]["description"] = (
                f"As JSON or CSV, by `Accept`; the same bytes are at `{end}.json` and `{end}.csv`."
            )

    def _headers(self, status: str) -> dict[str, Any]:
        """Return the headers of an answer with this status."""
        if status >= "4":
            return {"Retry-After": RETRY_AFTER}
        return {**QUOTAS, **self._own_headers(status)}

    def _own_headers(self, status: str) -> dict[str, Any]:
        write = self._write()
        if self._has_etag() and status in ("200", "304"):
            etag = ETAG if self.view.compares else ETAG_OF_CONTENT
            is_list = any(one.name == "cursor" for one in self.get_override_parameters())
            return {"ETag": etag, **({"Link": LINK} if status == "200" and is_list else {})}
        if status >= "3":
            return {}
        if getattr(self._method(), "is_question", False):
            return {"ETag": ETAG_OF_QUESTION}
        if not write:
            return {}
        made = {"Location": LOCATION} if status in ("201", "202") else {}
        kept = {} if write.is_secret else {"Idempotent-Replay": REPLAY}
        return {"ETag": ETAG_OF_WRITE, **made, **kept}

    def get_auth(self) -> list[Any]:
        """Return how a request is authenticated; an empty list where no credentials are read."""
        auth = super().get_auth()
        return [] if auth == [{}] else auth

    def _map_basic_serializer(self, serializer: Any, direction: Literal["request", "response"]) -> Any:
        """Require every member of a response, and permit no other in a request."""
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]  # of theirs
        if direction == "request":
            schema["additionalProperties"] = False
        elif schema.get("properties"):
            schema["required"] = list(schema["properties"])
        return schema

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> Any:
        """Require what the serializer of a PATCH does, and a body that is a file."""
        method, self.method = self.method, "POST"
        schema, required = super()._get_request_for_media_type(serializer, direction)  # type: ignore[no-untyped-call]  # of theirs
        self.method = method
        bodies = self.get_request_serializer()
        several = bodies.values() if isinstance(bodies, dict) else ()
        return schema, required or serializer is bytes or bytes in several

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self._has_etag():
            bodies.setdefault("304", {"description": ""})
        self._add_csv(bodies)
        if getattr(self._write(), "takes_dry_run", False) and "201" in bodies:
            bodies.setdefault("200", {**bodies["201"], "description": "With `dry_run`: nothing is stored."})
        kind: Any = Problem
        problem = self.resolve_serializer(kind, direction)
        for status in ("4XX", "5XX"):
            bodies[status] = {"description": REFUSED, "content": {PROBLEM: {"schema": problem.ref}}}
        for status, body in bodies.items():
            body["headers"] = {**self._headers(status), **body.get("headers", {})}
        return bodies
