"""Pages of a list by cursor, so that rows added meanwhile are neither repeated nor skipped.

A cursor holds all values by which the last row of a page is ordered: even if many rows share the first value,
the next page begins after exactly that row. A cursor is valid for one ordering.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps, loads
from typing import Any

from django.core.exceptions import FieldDoesNotExist, ValidationError
from django.db import DataError
from django.db.models import Q, QuerySet
from rest_framework.exceptions import ValidationError as Invalid
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.rest.faults import QUERY
from games.rest.parameters import reversed_order

BROKEN = (
    ValidationError,
    ValueError,
    TypeError,
    KeyError,
    OverflowError,
    RecursionError,
    FieldDoesNotExist,
    DataError,
)


UNREADABLE = "This cursor is unknown: begin without one, then follow next."


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a list: after the row with these values, or before it. ``ordering``: their columns."""

    ordering: Sequence[str]
    values: Sequence[str]
    before: bool

    def encode(self) -> str:
        data = dumps([list(self.ordering), list(self.values), self.before], separators=(",", ":"))
        return urlsafe_b64encode(data.encode()).decode()

    @classmethod
    def read(cls, text: str) -> "Place":
        """Parse a cursor. Raises ValueError or TypeError for an invalid one."""
        ordering, values, before = loads(urlsafe_b64decode(text.encode("ascii")))
        texts = [*ordering, *values]
        if not all(isinstance(one, str) for one in texts) or len(ordering) != len(values):
            raise ValueError(text)
        return cls(ordering=tuple(ordering), values=tuple(values), before=bool(before))


class CursorPages(CursorPagination):
    """`?cursor=` and `?page_size=` (50, at most 200), by primary key unless the view has an `ordering`.

    The last column of an ordering is unique; no column is null.
    """

    ordering: Any = ("pk",)
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """Return the page size. Raises ValidationError if it is not a number or too large."""
        said = request.query_params.get(self.page_size_query_param)
        if said is None:
            return self.page_size
        if not (said.isascii() and said.isdecimal() and 1 <= int(said[:9]) <= self.max_page_size):
            fault = f"A whole number from 1 to {self.max_page_size}."
            raise Invalid({QUERY + self.page_size_query_param: [fault]})
        return int(said)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """Return the rows of the page. Responds with 422 to an invalid cursor."""
        self.base_url = _without_suffix(request, view)
        size = self.get_page_size(request) or self.page_size
        text = request.query_params.get(self.cursor_query_param)
        if text is None:
            return self._page_of(queryset, None, size)
        try:
            place = Place.read(text)
            if place.ordering == tuple(self.ordering):
                return self._page_of(queryset, place, size)
        except BROKEN as fault:
            raise Invalid({QUERY + self.cursor_query_param: [UNREADABLE]}) from fault
        other = "This cursor is of another ordering: begin without one."
        raise Invalid({QUERY + self.cursor_query_param: [other]})

    def _page_of(self, rows: QuerySet[Any], place: Place | None, size: int) -> list[Any]:
        back = place is not None and place.before
        columns = [reversed_order(column) for column in self.ordering] if back else self.ordering
        if place is not None:
            rows = rows.filter(_rows_after(rows, columns, place.values))
        found = list(rows.order_by(*columns)[: size + 1])
        more, found = len(found) > size, found[:size]
        if back:
            found.reverse()
        self.has_next, self.has_previous = (True, more) if back else (more, place is not None)
        self.page: Any = found
        return found

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page; ``Link`` repeats the next address, as not every format has a member for it."""
        response: Response = super().get_paginated_response(data)
        links = {"next": self.get_next_link(), "prev": self.get_previous_link()}
        if said := [f'<{link}>; rel="{name}"' for name, link in links.items() if link]:
            response["Link"] = ", ".join(said)
        return response

    def get_next_link(self) -> str | None:
        return self._link(self.page[-1], before=False) if self.has_next and self.page else None

    def get_previous_link(self) -> str | None:
        return self._link(self.page[0], before=True) if self.has_previous and self.page else None

    def _link(self, row: Any, *, before: bool) -> str:
        values = [str(getattr(row, column.removeprefix("-"))) for column in self.ordering]
        place = Place(ordering=self.ordering, values=values, before=before)
        return replace_query_param(self.base_url or "", self.cursor_query_param, place.encode())


def _without_suffix(request: Request, view: Any) -> str:
    """Return the address of the list without the suffix of its format."""
    end = ".json" if getattr(view, "form", "") == "json" else ""
    path = f"{request.path.removesuffix(end)}/" if end else request.path
    query = request.META.get("QUERY_STRING", "")
    return request.build_absolute_uri(f"{path}?{query}" if query else path)


def _rows_after(rows: QuerySet[Any], columns: Sequence[str], values: Sequence[str]) -> Q:
    """Return the rows after these values. The condition on the first column lets an index be used."""
    said = [_value(rows, column, value) for column, value in zip(columns, values, strict=True)]
    after = Q()
    for column, value in reversed(list(zip(columns, said, strict=True))):
        name, way = column.removeprefix("-"), "lt" if column.startswith("-") else "gt"
        after = Q(**{f"{name}__{way}": value}) | (Q(**{name: value}) & after if after else Q())
    first, way = columns[0].removeprefix("-"), "lte" if columns[0].startswith("-") else "gte"
    return Q(**{f"{first}__{way}": said[0]}) & after


def _value(rows: QuerySet[Any], column: str, text: str) -> Any:
    """Return a cursor's text as a value of the column. Raises ValidationError if it is invalid."""
    name, meta = column.removeprefix("-"), rows.model._meta  # noqa: SLF001 - Django's public face
    field = meta.pk if name == "pk" else meta.get_field(name)
    return field.to_python(text)
