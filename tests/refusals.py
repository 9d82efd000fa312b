"""REST's test client, which holds every refusal against what the OpenAPI document says of its operation."""

from typing import Any

from django.urls import Resolver404
from rest_framework.test import APIClient

from deploy.described.problems import of_view, with_status
from deploy.problem import MEDIA_TYPE
from games.rest.views import NigiriView

OF_NO_OPERATION = (405, 500)
"""What no operation names: there is none of that method, or the fault is ours."""


class Client(APIClient):
    """An answer whose code the document does not name for its operation and status is a fault."""

    def request(self, **sent: Any) -> Any:
        response = super().request(**sent)
        if response.headers.get("Content-Type") == MEDIA_TYPE:
            hold(response, sent["REQUEST_METHOD"])
        return response


def hold(response: Any, method: str) -> None:
    """Raises AssertionError."""
    view = view_of(response)
    if view is None or not issubclass(view, NigiriView) or response.status_code in OF_NO_OPERATION:
        return
    said = response.json()["code"]
    told = with_status(response.status_code, of_view(view, "GET" if method == "HEAD" else method))
    assert said in told, f"{method} {view.__name__} is refused with {said}, and may be with {told}"


def view_of(response: Any) -> Any:
    """None for an address that is none."""
    try:
        return getattr(getattr(response.resolver_match, "func", None), "cls", None)
    except Resolver404:
        return None
