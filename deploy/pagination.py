"""The pages of a list: by cursor, so that rows added meanwhile neither repeat nor hide others."""

from rest_framework.pagination import CursorPagination


class CursorPages(CursorPagination):
    """`?cursor=` and `?page_size=` (50, at most 200), by primary key unless the view names an `ordering`."""

    ordering = "pk"
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
