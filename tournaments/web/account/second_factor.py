"""allauth's forms for a code, which take each code once."""

from typing import Any

from allauth.mfa.base import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.accounts.second_factor import record_first_use


class Once:
    """Beside a form of allauth's that has found the ``authenticator`` whose code was sent."""

    authenticator: Any

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's
        if not record_first_use(self.authenticator, timezone.now()):
            raise ValidationError(gettext("This code has been used. Wait for the next one."))
        return code


class AuthenticateForm(Once, forms.AuthenticateForm):  # type: ignore[misc]  # allauth ships no types
    """After the password."""


class ReauthenticateForm(Once, forms.ReauthenticateForm):  # type: ignore[misc]  # allauth ships no types
    """Before something that matters."""
