"""Tokens of programs: given under terms, ended with the password that they were given for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.accounts import security_log
from tournaments.accounts.passwords import forget_request
from tournaments.tables.accounts import TokenTerms

HELP = "Programs lose their tokens when the password is changed."
MOST_TOKENS = 20
USED_AGAIN = timedelta(minutes=1)  # between two notes that a token was used

register(
    {
        "too_many_tokens": Code(
            status=409,
            title=marked("You have as many tokens as one may."),
            advice=marked("Revoke one first."),
        ),
        "token_name_taken": Code(
            status=409, title=marked("You have a token of this name."), advice=marked("Choose another name.")
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveToken:
    """``scope``: an ``access.table.Scope``; ``name`` empty: of a program that logged in by itself."""

    user_id: int
    name: str
    scope: str
    lasts: timedelta


def give_token(command: GiveToken) -> tuple[AuthToken, str]:
    """The token's row and what is shown of it once. Refuses ``too_many_tokens``, ``token_name_taken``."""
    with transaction.atomic():
        user = get_user_model().objects.select_for_update().get(pk=command.user_id)
        AuthToken.objects.filter(user=user, expiry__lt=timezone.now()).delete()
        if command.name:
            _need_room(command)
        token, secret = AuthToken.objects.create(user=user, expiry=command.lasts)
        TokenTerms.objects.create(token=token, user=user, name=command.name, scope=command.scope)
        return token, secret


def _need_room(command: GiveToken) -> None:
    named = TokenTerms.objects.filter(user_id=command.user_id).exclude(name="")
    if named.filter(name=command.name).exists():
        refuse(
            "token_name_taken", field="name", fault=marked("You have a token of this name: choose another.")
        )
    if named.count() >= MOST_TOKENS:
        refuse("too_many_tokens", most=MOST_TOKENS)


def used(terms: TokenTerms, at: datetime) -> None:
    """Note it, unless that was done a moment ago."""
    if terms.last_used_at is None or at - terms.last_used_at > USED_AGAIN:
        TokenTerms.objects.filter(pk=terms.pk).update(last_used_at=at)


class ForgetTokens:
    """One of AUTH_PASSWORD_VALIDATORS: Django tells it of every new password, however it was set."""

    def validate(self, _password: str, _user: AbstractBaseUser | None = None) -> None:
        """Any password will do."""

    def get_help_text(self) -> str:
        return HELP

    def password_changed(self, _password: str, user: Any = None) -> None:
        if user is not None and user.pk is not None:
            security_log.password_changed(user)
            AuthToken.objects.filter(user=user).delete()
            forget_request(user)
