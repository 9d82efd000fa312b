"""Tokens of programs end with the password that they were given for."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from knox.models import get_token_model

HELP = "Programs lose their tokens when the password is changed."


class ForgetTokens:
    """One of AUTH_PASSWORD_VALIDATORS: Django tells it of every new password, however it was set."""

    def validate(self, _password: str, _user: AbstractBaseUser | None = None) -> None:
        """Any password will do."""

    def get_help_text(self) -> str:
        return HELP

    def password_changed(self, _password: str, user: Any = None) -> None:
        if user is not None and user.pk is not None:
            get_token_model().objects.filter(user=user).delete()
