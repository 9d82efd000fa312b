"""What plain forms have in common: names on one line, new accounts, refusals said at their field."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy

from games.refusals import Refusal
from games.speaking import spoken
from tournaments.one_line import fits
from tournaments.web.base import refusal_in_words
from tournaments.web.refused import field_of

Words = Any
"""A text, perhaps one that is translated when it is read."""


def one_line(text: str) -> None:
    if not fits(text):
        raise ValidationError(gettext("One line, without control characters or marks of direction."))


def line_field(label: Words, longest: int, note: Words = "", **more: Any) -> forms.CharField:
    """A text on one line."""
    return forms.CharField(label=label, max_length=longest, help_text=note, validators=[one_line], **more)


class PlainForm(forms.Form):
    """Fields by their own names; ``refused`` puts a command's refusal beside the field that it names."""

    use_required_attribute = False  # faults are said in one way, with and without a script

    def refused(self, no: Refusal) -> None:
        field = field_of(no)
        fault = spoken(no.facts.get("fault") or refusal_in_words(no))
        self.add_error(field if field in self.fields else None, fault)


class AccountForm(PlainForm):
    """A new account. A password that was refused is typed again: pages hold none."""

    username = line_field(
        gettext_lazy("Your name here"),
        150,
        gettext_lazy("To log in with: letters and digits, no blanks."),
        strip=True,
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=256,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("At least 8 characters, and no common word."),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["username"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}
