"""Lists by cursor: the same envelope for all."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import QuerySet
from django_filters import BooleanFilter, CharFilter, FilterSet, NumberFilter, UUIDFilter
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from games.rest.bodies import page
from games.rest.faults import QUERY
from games.rest.operated import reads
from games.rest.parameters import Orders, ordering_parameter, requested_order
from games.rest.views import Handler, respond_with_etag

PAGE = (
    OpenApiParameter("cursor", str, description="From ``next`` or ``previous`` of another page."),
    OpenApiParameter("page_size", int, description="1 to 200; 50 if not given."),
)

BY_KEY: Orders = {"pk": ("pk",)}
LONGEST_SEARCH = 120
SEARCH = OpenApiParameter("q", str, description="Beginnings of words of the name, in any spelling.")


class WholeNumberFilter(NumberFilter):  # type: ignore[misc]  # django-filter ships no types
    """A filter that takes no fractions."""

    field_class = forms.IntegerField


class ListFilters(FilterSet):  # type: ignore[misc]  # as above
    """What a list may be filtered by."""


class NameFilters(ListFilters):
    q = CharFilter(
        field_name="name", lookup_expr="icontains", max_length=LONGEST_SEARCH, help_text="Part of the name"
    )


def paged(
    view: APIView,
    rows: QuerySet[Any],
    body: Callable[[Any], Mapping[str, Any]] | type[serializers.BaseSerializer[Any]],
    *,
    ordering: tuple[str, ...] = ("pk",),
) -> Response:
    """One page of ``rows``, each as ``body`` makes it; the last column of ``ordering`` tells rows apart."""
    kind: Any = api_settings.DEFAULT_PAGINATION_CLASS
    pages = kind()
    pages.ordering = ordering
    found = pages.paginate_queryset(rows.order_by(*ordering), view.request, view=view)
    many = body(found, many=True).data if isinstance(body, type) else [body(row) for row in found]
    response: Response = pages.get_paginated_response(many)
    return response


def lists(
    operation_id: str,
    right: str,
    body: Any,
    *,
    make: Callable[[Any], Mapping[str, Any]] | None = None,
    filters: type[FilterSet] | None = None,
    orders: Orders = BY_KEY,
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[Callable[..., Any]], Handler]:
    """Mark a method that returns the rows of a list, as ``reads`` does; the response is a page of them.

    ``make``: returns the body of a row; by default ``body`` is a serializer. A method whose bodies depend on
    the request returns it beside the rows. ``orders``: the first is the default, and if there are others,
    ``?ordering=`` chooses.
    """
    declared = [*filter_parameters(filters or ListFilters), *parameters]
    if len(orders) > 1:
        declared.append(ordering_parameter(orders))

    def decorate(find: Callable[..., Any]) -> Handler:
        @wraps(find)
        def answer(view: Any, request: Request, *args: Any, **address: Any) -> Response:
            found: Any = find(view, request, *args, **address)
            rows, make_body = found if isinstance(found, tuple) else (found, make or body)
            if filters:
                rows = filtered(filters, request, rows)
            return paged(view, rows, make_body, ordering=requested_order(orders, request))

        return reads(operation_id, right, page(body), parameters=declared)(answer)

    return decorate


def in_one_page(bodies: Sequence[Any], version: int) -> Response:
    """Return the envelope of ``paged`` around a short list."""
    return respond_with_etag({"next": None, "previous": None, "results": bodies}, version=version)


def filtered(filters: type[FilterSet], request: Request, rows: QuerySet[Any]) -> QuerySet[Any]:
    """``rows`` by the query string. Raises ValidationError for a value that a filter cannot take."""
    chosen = filters(request.query_params, queryset=rows)
    faults = dict(chosen.errors) | _faults_passed_over(chosen, request)
    if faults:
        raise ValidationError({QUERY + name: fault for name, fault in faults.items()})
    found: QuerySet[Any] = chosen.qs
    return found


def _faults_passed_over(chosen: FilterSet, request: Request) -> dict[str, list[str]]:
    """Return the faults of values that the library ignores: odd truth values, and empty ones except of q."""
    faults = {}
    for name in chosen.filters.keys() & request.query_params.keys():
        kind, value = chosen.filters[name], request.query_params[name]
        if isinstance(kind, BooleanFilter) and value.lower() not in ("true", "false"):
            faults[name] = ["true or false."]
        elif not value and name != SEARCH.name:
            faults[name] = ["Not empty."]
    return faults


def filter_parameters(filters: type[FilterSet]) -> list[OpenApiParameter]:
    """The filters and the paging of a list, for the OpenAPI document."""
    types = {BooleanFilter: bool, UUIDFilter: UUID, NumberFilter: int}
    own = [
        OpenApiParameter(
            name,
            next((types[kind] for kind in types if isinstance(found, kind)), str),
            description=found.extra.get("help_text", ""),
            enum=[value for value, _ in found.extra.get("choices") or ()] or None,
        )
        for name, found in filters.base_filters.items()
    ]
    return [*PAGE, *own]
