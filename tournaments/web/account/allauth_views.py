"""allauth's forms and views with our labels, and without mail where the service sends none."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.views import EmailView
from allauth.mfa.base import forms as mfa_forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.second_factor import record_first_use

LABELS: dict[str, Promise] = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
}
"""Field -> its label; allauth capitalises them as titles."""


class Labelled:
    """Beside a form of allauth's: our labels, and no placeholder that says them in other words."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(Labelled, account_forms.LoginForm):  # type: ignore[misc]  # allauth ships no types
    """Name or e-mail address, and password."""


class ChangePasswordForm(Labelled, account_forms.ChangePasswordForm):  # type: ignore[misc]  # allauth ships no types
    """Of a logged-in user."""


class ResetPasswordKeyForm(Labelled, account_forms.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth ships no types
    """Behind a link to a new password."""


class Once:
    """Beside a form of allauth's that has found the ``authenticator`` whose code was sent."""

    authenticator: Any

    def clean_code(self) -> str:
        code: str = super().clean_code()  # type: ignore[misc]  # allauth's
        if not record_first_use(self.authenticator, timezone.now()):
            raise ValidationError(gettext("This code has been used. Wait for the next one."))
        return code


class AuthenticateForm(Once, mfa_forms.AuthenticateForm):  # type: ignore[misc]  # allauth ships no types
    """After the password."""


class ReauthenticateForm(Once, mfa_forms.ReauthenticateForm):  # type: ignore[misc]  # allauth ships no types
    """Before something that matters."""


class ChangeEmail(EmailView):  # type: ignore[misc]  # allauth ships no types
    """allauth's, which goes on at the account's page, and writes to nobody where no mail is sent."""

    success_url = reverse_lazy("web:account")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        return redirect(self.success_url)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.MAIL:
            answer: HttpResponse = super().post(request, *args, **kwargs)
            return answer
        messages.error(request, gettext("This service sends no mail, so it can verify no address."))
        return redirect(self.success_url)
