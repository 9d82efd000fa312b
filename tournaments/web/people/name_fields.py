"""How somebody is named: their script, the order of their names, and whether the public reads them at all."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.tables.people import Hiding
from tournaments.web.forms import line_field

GIVEN_FIRST = "given"
ORDERS = (("", _("family name first, as in lists")), (GIVEN_FIRST, _("given name first")))


def native_name_field() -> forms.CharField:
    return line_field(
        _("Name in another script"), 60, _("Shown beside the name, such as 井山裕太."), required=False
    )


def name_order_field() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Order of names"), required=False, choices=ORDERS)


def hidden_field() -> forms.ChoiceField:
    return forms.ChoiceField(
        label=_("Shown to the public"),
        required=False,
        choices=Hiding.choices,
        help_text=_("Officers of the tournament always see the name."),
    )
