"""In which order a long list may be asked for: ``?ordering=``, of a closed choice for each list."""

from collections.abc import Mapping

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

ORDERING = "ordering"
Orders = Mapping[str, tuple[str, ...]]
"""Columns by the name of the order; the last one tells rows apart, and none is ever null."""


def ordering_parameter(orders: Orders) -> OpenApiParameter:
    """For the document; the first is that of a list that is not asked for any."""
    return OpenApiParameter(
        ORDERING,
        str,
        enum=_choices(orders),
        description=f"The order of the list, ``-`` the other way round; {next(iter(orders))} if not given.",
    )


def ordered_by(orders: Orders, request: Request) -> tuple[str, ...]:
    """The columns that the query asks for. Raises ValidationError for an order that there is not."""
    said = request.query_params.get(ORDERING, next(iter(orders)))
    if said not in _choices(orders):
        raise ValidationError({ORDERING: [f"One of {', '.join(_choices(orders))}."]})
    return orders[said] if said in orders else tuple(map(turned, orders[turned(said)]))


def _choices(orders: Orders) -> list[str]:
    return [*orders, *(turned(name) for name in orders)]


def turned(name: str) -> str:
    """The same the other way round."""
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"
