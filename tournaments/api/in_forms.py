"""Addresses of what is read as JSON or CSV: one where ``Accept`` decides, and one that ends with the form."""

from typing import Any

from django.urls import URLPattern, path

from games.rest.forms import TableView, suffixed_view
from tournaments.public import public

OF_A_TOURNAMENT = "tournaments/<slug:slug>/"


def in_forms(route: str, view: type[TableView], name: str) -> list[URLPattern]:
    """Return ``route``, and the same with ".json" or ".csv" for its final slash."""
    both: list[tuple[str, Any, str]] = [
        (route, view.as_view(), name),
        (f"{route.removesuffix('/')}.<slug:form>", suffixed_view(view), f"{name}-as"),
    ]
    is_public = route.startswith(OF_A_TOURNAMENT)
    return [path(place, public(made) if is_public else made, name=called) for place, made, called in both]
