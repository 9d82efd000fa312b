"""Tokens of programs: their terms, and their deletion when the password changes."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from knox.models import AuthToken

from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.accounts import security_log
from tournaments.accounts.passwords import delete_request
from tournaments.tables.accounts import TokenTerms

MOST_TOKENS = 20
USE_PRECISION = timedelta(minutes=1)  # minimum between two records of use

register(
    {
        "too_many_tokens": Code(
            status=409,
            title=marked("You have reached the token limit."),
            advice=marked("Revoke one first."),
        ),
        "token_name_taken": Code(
            status=409,
            title=marked("You already have a token with this name."),
            advice=marked("Choose another name."),
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateToken:
    """The command to create a token.

    ``scope``: an ``access.table.Scope``. ``name``: empty for a program that logged in by itself.
    """

    user_id: int
    name: str
    scope: str
    lasts: timedelta


def create_token(command: CreateToken) -> tuple[AuthToken, str]:
    """Create a token; return its row and the secret, which is shown once.

    Refuses ``too_many_tokens``, ``token_name_taken``.
    """
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().get(pk=command.user_id)
        AuthToken.objects.filter(user=user, expiry__lt=timezone.now()).delete()
        if command.name:
            _require_capacity(command)
        token, secret = AuthToken.objects.create(user=user, expiry=command.lasts)
        TokenTerms.objects.create(token=token, user=user, name=command.name, scope=command.scope)
        return token, secret


def _require_capacity(command: CreateToken) -> None:
    named = TokenTerms.objects.filter(user_id=command.user_id).exclude(name="")
    if named.filter(name=command.name).exists():
        refuse(
            "token_name_taken",
            field="name",
            fault=marked("You already have a token with this name. Choose another."),
        )
    if named.count() >= MOST_TOKENS:
        refuse("too_many_tokens", most=MOST_TOKENS)


def record_token_use(terms: TokenTerms, at: datetime) -> None:
    """Record when a token was last used, at most once a minute."""
    if terms.last_used_at is None or at - terms.last_used_at > USE_PRECISION:
        TokenTerms.objects.filter(pk=terms.pk).update(last_used_at=at)


class ForgetTokens:
    """A password validator that deletes an account's tokens whenever its password changes."""

    def validate(self, _password: str, _user: AbstractBaseUser | None = None) -> None:
        """Accept every password."""

    def get_help_text(self) -> str:
        return gettext("Changing the password revokes the tokens of programs.")

    def password_changed(self, _password: str, user: Any = None) -> None:
        if user is not None and user.pk is not None:
            security_log.log_password_change(user)
            AuthToken.objects.filter(user=user).delete()
            delete_request(user)
