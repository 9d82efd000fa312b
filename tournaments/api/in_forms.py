"""Addresses of what is read as JSON or CSV: one where ``Accept`` decides, and one that ends with the form."""

from collections.abc import Iterable
from typing import Any

from django.urls import URLPattern, path

from games.rest.forms import InForms, suffixed
from tournaments.rendering.asked import rendered_once
from tournaments.rendering.freshness import Apart

OF_A_TOURNAMENT = "tournaments/<slug:slug>/"


def in_forms(
    route: str, view: type[InForms], name: str, *, without: Iterable[Apart] = ()
) -> list[URLPattern]:
    """``route`` as it is, and with ".json" or ".csv" for its final slash; what is of a tournament is kept."""
    both: list[tuple[str, Any, str]] = [
        (route, view.as_view(), name),
        (f"{route.removesuffix('/')}.<slug:form>", suffixed(view), f"{name}-as"),
    ]
    kept = route.startswith(OF_A_TOURNAMENT)
    return [
        path(place, rendered_once(made, without=without) if kept else made, name=called)
        for place, made, called in both
    ]
