"""Orderings of long lists: ``?ordering=``, from a closed choice for each list."""

from collections.abc import Mapping

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from games.rest.faults import QUERY

ORDERING = "ordering"
Orders = Mapping[str, tuple[str, ...]]
"""Columns by the name of the order; the last one tells rows apart, and none is ever null."""


def ordering_parameter(orders: Orders) -> OpenApiParameter:
    """Return the parameter for the API document; the first order is the default."""
    return OpenApiParameter(
        ORDERING,
        str,
        enum=_choices(orders),
        description=f"The order of the list, ``-`` the other way round; {next(iter(orders))} if not given.",
    )


def requested_order(orders: Orders, request: Request) -> tuple[str, ...]:
    """Return the columns of the requested order. Raises ValidationError for an unknown one."""
    said = request.query_params.get(ORDERING, next(iter(orders)))
    if said not in _choices(orders):
        raise ValidationError({QUERY + ORDERING: [f"One of {', '.join(_choices(orders))}."]})
    return orders[said] if said in orders else tuple(map(reversed_order, orders[reversed_order(said)]))


def _choices(orders: Orders) -> list[str]:
    return [*orders, *(reversed_order(name) for name in orders)]


def reversed_order(name: str) -> str:
    """Return the column in reverse order."""
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"
