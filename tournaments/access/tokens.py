"""Authentication by token; the scope is set on the user, where the permission table reads it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.access.actors import SCOPE
from tournaments.access.table import Scope
from tournaments.accounts.tokens import record_token_use

SCHEMES = (b"bearer", b"token")


class ScopedTokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    """Authentication by ``Authorization: Bearer TOKEN`` (RFC 6750) or ``Token TOKEN``."""

    def authenticate(self, request: Request) -> tuple[Any, AuthToken] | None:
        scheme, *words = get_authorization_header(request).split() or [b""]
        if scheme.lower() not in SCHEMES:
            return None
        if len(words) != 1:
            raise AuthenticationFailed("One token stands behind the name of the scheme, without spaces.")
        return self.authenticate_credentials(words[0])

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"

    def authenticate_credentials(self, token: bytes) -> tuple[Any, AuthToken]:
        """Find the token with its account and terms in one query."""
        try:
            digest = hash_token(token.decode())
        except UnicodeDecodeError as fault:
            raise AuthenticationFailed("The token is no text.") from fault
        found = AuthToken.objects.select_related("user", "terms").filter(pk=digest).first()
        if found is None or (found.expiry and found.expiry < timezone.now()) or not found.user.is_active:
            raise AuthenticationFailed
        if terms := getattr(found, "terms", None):
            setattr(found.user, SCOPE, Scope(terms.scope))
            record_token_use(terms, timezone.now())
        return found.user, found


class ScopedTokensScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # spectacular registers it
    """The description of tokens in the OpenAPI document."""

    target_class = "tournaments.access.tokens.ScopedTokens"
    name = "bearer"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token from `/api/v1/login/` or from one's account; `Token` does as well.",
        }
