"""The OpenAPI document: what every address has in common is said here once.

Any read may answer with the problems in ``READ``, a question (``@asks``) also with those in ``BODY``, any
write also with those in ``WRITE``; every write takes an ``Idempotency-Key``, and If-Match where
``@writes(match=True)`` asks for it. What an operation does is said by the docstring of its method, or of its
view where that has one method alone.
"""

import inspect
from functools import cache
from typing import Any, Literal

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.settings import api_settings

from games.refusals import CODES
from games.rest.quotas import LEFT, POLICY

READ = (400, 401, 403, 404, 406, 422, 429)
BODY = (413, 415)
WRITE = (409, 412, *BODY)
MATCH = (428,)
PROBLEM = "application/problem+json"


class Problem(serializers.Serializer[Any]):
    """RFC 9457. ``code`` is one of a closed list; further members are the facts of the case."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField(required=False)


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

    def _method(self) -> Any:
        return getattr(self.view, self.method.lower(), None)

    def _write(self) -> Any:
        method = self._method()
        return method if getattr(method, "is_write", False) else None

    def _codes_of_bodies(self) -> tuple[int, ...]:
        write = self._write()
        if write:
            return WRITE + (MATCH if write.needs_match else ())
        return BODY if getattr(self._method(), "is_question", False) else ()

    def get_override_parameters(self) -> list[Any]:
        own = list(super().get_override_parameters())
        write = self._write()
        said = [*own, *QUOTAS]
        return [*said, KEY, _if_match(required=write.needs_match)] if write else said

    def _get_response_bodies(self, direction: Literal["request", "response"] = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        codes = READ + self._codes_of_bodies()
        component = self.resolve_serializer(Problem, direction)
        for code in codes:
            bodies.setdefault(
                str(code),
                {"description": _codes(code), "content": {PROBLEM: {"schema": component.ref}}},
            )
        for status, body in bodies.items():
            body["description"] = body["description"] or (_codes(int(status)) if status >= "4" else "")
        return bodies


@cache
def _codes(status: int) -> str:
    """Which refusals an answer with this status may be; those of HTTP itself come with its handler."""
    _ = api_settings.EXCEPTION_HANDLER  # imported when it is first asked for
    codes = sorted(code for code, row in CODES.items() if row.status == status)
    return f"Refused; `code` is {', '.join(codes)}."
