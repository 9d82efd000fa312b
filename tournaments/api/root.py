"""Where a program starts."""

import re
from functools import cache
from typing import TypedDict

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.request import Request
from rest_framework.reverse import reverse

from games.rest.bodies import UriText
from games.rest.operated import reads
from tournaments.api.base import View

PREFIX = "api/v1/"


class RootBody(TypedDict):
    """``resources``: every address by its name, as a template of RFC 6570: ``{slug}`` stands for a slug."""

    tournaments: UriText
    organisations: UriText
    claims: UriText
    account: UriText
    login: UriText
    document: UriText
    resources: dict[str, str]


class Root(View):
    @reads("get_root", "site.read", RootBody)
    def get(self, request: Request) -> RootBody:
        """Get the addresses of all resources."""
        self.allow()
        here = request.build_absolute_uri("/")
        return {
            "tournaments": reverse("api:tournaments", request=request),
            "organisations": reverse("api:organisations", request=request),
            "claims": reverse("claims", request=request),
            "account": reverse("api:account", request=request),
            "login": reverse("api:login", request=request),
            "document": reverse("schema", request=request),
            "resources": {name: here + template for name, template in templates().items()},
        }


@cache
def templates() -> dict[str, str]:
    """Name -> address below the service's, of everything under /api/v1/."""
    return {
        str(pattern.name): PREFIX + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
        for included in get_resolver().url_patterns
        if isinstance(included, URLResolver) and str(included.pattern) == PREFIX
        for pattern in included.url_patterns
        if isinstance(pattern, URLPattern) and pattern.name
    }
