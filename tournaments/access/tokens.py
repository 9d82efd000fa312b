"""Who a token speaks for, and how far: the scope stands on the user, where the permission table finds it."""

from typing import Any

from django.utils import timezone
from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework.exceptions import AuthenticationFailed

from tournaments.access.actors import SCOPE
from tournaments.access.table import Scope
from tournaments.people.tokens import used
from tournaments.tables.accounts import TokenTerms


class ScopedTokens(TokenAuthentication):  # type: ignore[misc]  # knox ships no types
    def authenticate_credentials(self, token: bytes) -> tuple[Any, AuthToken]:
        try:
            found: tuple[Any, AuthToken] = super().authenticate_credentials(token)
        except UnicodeDecodeError as fault:
            raise AuthenticationFailed("The token is no text.") from fault
        return found

    def validate_user(self, auth_token: AuthToken) -> tuple[Any, AuthToken]:
        user, token = super().validate_user(auth_token)
        terms = TokenTerms.objects.filter(token=token).first()
        if terms is not None:
            setattr(user, SCOPE, Scope(terms.scope))
            used(terms, timezone.now())
        return user, token


class ScopedTokensScheme(KnoxTokenScheme):  # type: ignore[no-untyped-call]  # spectacular registers it
    """How the document of REST says it: as knox' own."""

    target_class = "tournaments.access.tokens.ScopedTokens"
