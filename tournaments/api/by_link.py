"""The private link of an entry as a way to authenticate: ``Authorization: Link TOKEN``."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from games.refusals import Refusal
from tournaments.access.link_holders import LinkHolder, count_failed_link
from tournaments.accounts.private_links import open_link

KEYWORD = "Link"


class LinkAuthentication(BaseAuthentication):
    """The sender of the token of an entry's link may do what its player may, and nothing of an account."""

    def authenticate(self, request: Request) -> tuple[LinkHolder, None] | None:
        said = get_authorization_header(request).decode("latin-1").split()
        if not said or said[0].lower() != KEYWORD.lower():
            return None
        try:
            return LinkHolder(open_link(said[1] if len(said) == 2 else "")), None
        except Refusal as no:
            count_failed_link(request._request)  # noqa: SLF001 - counted by where it comes from
            raise exceptions.AuthenticationFailed(f"{no.title} {no.advice}".strip()) from no

    def authenticate_header(self, request: Request) -> str:
        return KEYWORD


class LinkScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = LinkAuthentication
    name = "entryLink"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": (
                f'"{KEYWORD} TOKEN", where the token is the last part of an entry\'s private link. It may '
                "report and confirm results, send a record, claim, play sequences out, appeal, and ask for a "
                "bye, for that entry alone."
            ),
        }
