"""allauth's forms of login and new passwords, labelled in the words of our pages."""

from typing import Any

from allauth.account import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LABELS: dict[str, Promise] = {
    "oldpassword": _("Current password"),
    "password1": _("New password"),
    "password2": _("New password (again)"),
}
"""Field -> its label; allauth capitalises them as titles."""


class Labelled:
    """Beside a form of allauth's: our labels, and no placeholder that says them in other words."""

    fields: dict[str, Any]

    def __init__(self, *args: Any, **told: Any) -> None:
        super().__init__(*args, **told)
        for name, field in self.fields.items():
            field.label = LABELS.get(name, field.label)
            field.widget.attrs.pop("placeholder", None)


class LoginForm(Labelled, forms.LoginForm):  # type: ignore[misc]  # allauth ships no types
    """Name or e-mail address, and password."""


class ChangePasswordForm(Labelled, forms.ChangePasswordForm):  # type: ignore[misc]  # allauth ships no types
    """Of somebody who is logged in."""


class ResetPasswordKeyForm(Labelled, forms.ResetPasswordKeyForm):  # type: ignore[misc]  # allauth ships no types
    """Behind a link to a new password."""
