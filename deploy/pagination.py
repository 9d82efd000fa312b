"""The pages of a list: by cursor, so that rows added meanwhile neither repeat nor hide others."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError
from rest_framework.exceptions import NotFound
from rest_framework.exceptions import ValidationError as Invalid
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request


class CursorPages(CursorPagination):
    """`?cursor=` and `?page_size=` (50, at most 200), by primary key unless the view names an `ordering`."""

    ordering = "pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200

    def get_page_size(self, request: Request) -> int | None:
        """Raises ValidationError for what is no number of rows, or too many."""
        said = request.query_params.get(self.page_size_query_param)
        if said is None:
            return self.page_size
        if not (said.isascii() and said.isdecimal() and 1 <= int(said[:9]) <= self.max_page_size):
            raise Invalid({self.page_size_query_param: [f"A whole number from 1 to {self.max_page_size}."]})
        return int(said)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        """404 for a cursor that never was, whatever the database makes of what it holds."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValidationError, ValueError, TypeError, OverflowError, DataError) as fault:
            if self.cursor_query_param not in request.query_params:
                raise
            raise NotFound(self.invalid_cursor_message) from fault
