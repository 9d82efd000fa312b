"""Where a program starts."""

from typing import ClassVar, TypedDict

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.rest.bodies import UriText
from games.rest.views import answer
from tournaments.api.base import View


class RootBody(TypedDict):
    tournaments: UriText
    organisations: UriText
    claims: UriText
    account: UriText
    login: UriText
    document: UriText


class Root(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="root", responses=RootBody)
    def get(self, request: Request) -> Response:
        """Where everything is."""
        self.allow()
        body: RootBody = {
            "tournaments": reverse("api:tournaments", request=request),
            "organisations": reverse("api:organisations", request=request),
            "claims": reverse("claims", request=request),
            "account": reverse("api:account", request=request),
            "login": reverse("api:login", request=request),
            "document": reverse("schema", request=request),
        }
        return answer(body)
