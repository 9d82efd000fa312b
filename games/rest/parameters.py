"""Query parameters: an unknown one is refused by its name, and the known ones are listed; a repeated one too.

The known ones are those that ``extend_schema`` declares for the API document.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.fields import Field
from rest_framework.request import Request
from rest_framework.settings import api_settings

from games.rest.faults import QUERY
from games.rest.strict import LONGEST_NAME, MOST_NAMED

DRY_RUN = OpenApiParameter(
    "dry_run",
    bool,
    description="true: answer as if the request were carried out; nothing is stored or sent. Operations "
    "without this parameter refuse it with 422.",
)
NO_PARAMETERS = "This address takes no parameters."
FORMAT = api_settings.URL_FORMAT_OVERRIDE
"""By which every address of the framework may be asked for another form of its answer."""


def refuse_wrong_parameters(known: Mapping[str, bool], request: Request) -> None:
    """Raises ValidationError, with a place for each of the first twenty unknown or repeated parameters."""
    listed = ", ".join(sorted(known))
    message = f"There is no such parameter; there are: {listed}." if listed else NO_PARAMETERS
    faults = {}
    for name, values in request.query_params.lists():
        if name not in known and name != FORMAT:
            faults[QUERY + name[:LONGEST_NAME]] = [ErrorDetail(message, "unknown_parameter")]
        elif len(values) > 1 and not known.get(name):
            faults[QUERY + name] = [ErrorDetail("Send this parameter once.", "repeated_parameter")]
    if faults:
        raise ValidationError(dict(islice(faults.items(), MOST_NAMED)))


def query_bool(request: Request, name: str) -> bool:
    """Return a parameter that is true or false, by default false. Raises ValidationError for other values."""
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise ValidationError({QUERY + name: ["true or false."]})
    return text == "true"


def query_int(request: Request, name: str, *, low: int = 0, high: int = 10**9) -> int | None:
    """Return a whole number of the address, None without it. Raises ValidationError outside its bounds."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or not low <= int(text[:19]) <= high:
        raise ValidationError({QUERY + name: [f"A whole number from {low} to {high}."]})
    return int(text)


def query_value(request: Request, name: str, field: Field[Any, Any, Any, Any]) -> Any:
    """Return a parameter as a field reads it, None without it. Raises ValidationError with its place."""
    if name not in request.query_params:
        return None
    try:
        return field.run_validation(request.query_params[name])
    except ValidationError as fault:
        raise ValidationError({QUERY + name: fault.detail}) from fault


def query_parameters(declared: Iterable[OpenApiParameter]) -> dict[str, bool]:
    """Return the names of the parameters in the query string, and whether each may be repeated."""
    return {one.name: bool(one.many) for one in declared if one.location == OpenApiParameter.QUERY}


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
