"""The faults that the framework finds in a request, in the form of all faults.

A place in a body is its members and indices, ``entries.0.rank``, "" the body as a whole; other places
begin with ``query:`` or ``header:``.
"""

from collections.abc import Mapping
from typing import Any

from rest_framework.exceptions import ErrorDetail
from rest_framework.settings import api_settings

from games.refusals import Fault

QUERY = "query:"


def validation_faults(detail: Any, place: str = "") -> list[Fault]:
    """Return the faults in the framework's nested messages: ``entries.0.rank`` for one of an entry."""
    if isinstance(detail, Mapping):
        inner = [(_member(place, name), value) for name, value in detail.items()]
    elif isinstance(detail, list):
        nested = any(isinstance(item, Mapping | list) for item in detail)
        inner = [(_member(place, index) if nested else place, item) for index, item in enumerate(detail)]
    else:
        code = str(detail.code) if isinstance(detail, ErrorDetail) and detail.code else "invalid"
        return [{"place": place, "code": code, "message": str(detail)}]
    return [fault for at, value in inner for fault in validation_faults(value, at)]


def _member(place: str, name: Any) -> str:
    if name in ("", api_settings.NON_FIELD_ERRORS_KEY):
        return place
    return f"{place}.{name}" if place else str(name)
