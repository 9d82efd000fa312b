"""Where a program starts."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.rest.views import answer
from tournaments.api.base import View


class RootOut(serializers.Serializer[Any]):
    tournaments = serializers.URLField()
    organisations = serializers.URLField()
    claims = serializers.URLField()
    account = serializers.URLField()
    login = serializers.URLField()
    document = serializers.URLField()


class Root(View):
    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="root", responses=RootOut)
    def get(self, request: Request) -> Response:
        """Where everything is."""
        self.allow()
        names = {
            "tournaments": "api:tournaments",
            "organisations": "api:organisations",
            "claims": "claims",
            "account": "api:account",
            "login": "api:login",
            "document": "schema",
        }
        return answer({key: reverse(name, request=request) for key, name in names.items()})
