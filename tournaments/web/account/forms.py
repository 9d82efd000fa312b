"""Forms of the account's page that are not allauth's."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.access.table import Scope
from tournaments.web.forms import PlainForm, line_field

SCOPES = {
    Scope.READ: _("Read what you may read"),
    Scope.RESULTS: _("and enter results, send records, check players in"),
    Scope.DIRECT: _("and direct tournaments: settings, players, pairing"),
    Scope.EVERYTHING: _("everything you may do, rulings and offices included"),
}
"""Scope -> what a program may do, each beside the ones before it."""
LASTING = ((7, _("a week")), (30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class TokenForm(PlainForm):
    name = line_field(_("Name"), 60, _("What it is for: the screen in the hall, a spreadsheet."))
    scope = forms.ChoiceField(label=_("The program may"), choices=[(str(k), v) for k, v in SCOPES.items()])
    days = forms.TypedChoiceField(label=_("It ends after"), choices=LASTING, initial=30, coerce=int)


class AccountName(PlainForm):
    """Of the account that a new password is wanted for."""

    username = line_field(_("Name of the account"), 150)
