"""On what terms players enter themselves: one page for the director."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.log.store import VersionClash
from games.marking import marked
from games.refusals import refuse
from tournaments.registration.commands import run_command
from tournaments.registration.operations import SET_TERMS
from tournaments.registration.terms import (
    ASKABLE,
    CAN_BE_NEEDED,
    LONGEST_CONSENT,
    MOST_CATEGORIES,
    MOST_PLACES,
    OPTIONAL,
    REQUIRED,
    consent_of,
    terms_of,
)
from tournaments.tables.signups import LONGEST_CATEGORY, PublicList, SignupTerms
from tournaments.time_zones import is_zone, zone_of, zones
from tournaments.web.base import context_of, form_page, tournament_for
from tournaments.web.forms import PlainForm, answer_form, line_field, moment, sent_data
from tournaments.web.overview.reading import frame

LISTED = forms.TextInput(attrs={"list": "zones"})
ASK = "ask_"
ASKING = {
    "rank": _("Rank"),
    "club": _("Club"),
    "country": _("Country"),
    "egf_pin": _("EGF PIN"),
    "ffg_licence": _("FFG licence"),
    "aga_id": _("AGA number"),
    "birth_year": _("Year of birth"),
    "email": _("E-mail"),
    "rounds": _("Rounds they do not play in"),
    "byes": _("Rounds in which they would take the bye"),
}
SHOWN = (
    (PublicList.NOBODY, _("nobody")),
    (PublicList.CONFIRMED, _("confirmed players")),
    (PublicList.EVERYBODY, _("all registered players, with the waiting list")),
)


class TermsForm(PlainForm):
    """Moments are as the clocks of the tournament's zone show them."""

    is_open = forms.BooleanField(
        label=_("Open"), required=False, help_text=_("Players can register from then on.")
    )
    opens_at = moment(pgettext_lazy("registration opens", "From"), _("Leave empty to open at once."))
    closes_at = moment(_("Until"), _("Leave empty to keep registration open until you close it."))
    zone = line_field(
        _("Time zone"),
        64,
        _("The time zone of the tournament, such as Europe/Helsinki."),
        widget=LISTED,
    )
    places = forms.IntegerField(
        label=_("Places"), required=False, min_value=1, max_value=MOST_PLACES,
        help_text=_("Leave empty for no limit. Players whom you enter yourself take a place too."),
    )  # fmt: skip
    waiting_list = forms.BooleanField(label=_("Waiting list when it is full"), required=False)
    at_once = forms.BooleanField(
        label=_("Confirm at once"),
        required=False,
        help_text=_(
            "Otherwise you confirm each registration. Possible duplicates of known players always "
            "wait for you."
        ),
    )
    categories = forms.CharField(
        label=_("Categories to choose from"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("One per line, such as youth, women, novice. Leave empty for none."),
    )
    shown = forms.ChoiceField(label=_("Shown in the public list of players"), choices=SHOWN)
    fee = line_field(_("Fee"), 120, _("As text: 25 euros, youth 15, in cash at the desk."), required=False)
    contact = line_field(
        _("Contact"),
        200,
        _("Shown when it is closed or full: a name, a telephone number."),
        required=False,
    )
    consent = forms.CharField(
        label=_("Consent text"),
        max_length=LONGEST_CONSENT,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_(
            "State who stores which data, for how long, and what is public. It is stored with its "
            "version and the time of consent."
        ),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ASKABLE:
            choices = [("", _("not asked")), (OPTIONAL, _("optional"))]
            if name in CAN_BE_NEEDED:
                choices.append((REQUIRED, _("required")))
            self.fields[ASK + name] = forms.ChoiceField(label=ASKING[name], choices=choices, required=False)

    @property
    def asking(self) -> list[forms.BoundField]:
        return [self[ASK + name] for name in ASKABLE]

    @property
    def plain(self) -> list[forms.BoundField]:
        return [field for field in self if not field.name.startswith(ASK)]

    def clean_zone(self) -> str:
        name = str(self.cleaned_data["zone"])
        if not is_zone(name):
            raise forms.ValidationError(gettext("A time zone such as Europe/Helsinki."))
        return name

    def clean_categories(self) -> list[str]:
        lines = [" ".join(line.split()) for line in str(self.cleaned_data["categories"]).splitlines()]
        found = [line for line in lines if line]
        if len(found) > MOST_CATEGORIES or any(len(one) > LONGEST_CATEGORY for one in found):
            fault = gettext("At most %(most)d lines of at most %(longest)d characters.")
            raise forms.ValidationError(fault % {"most": MOST_CATEGORIES, "longest": LONGEST_CATEGORY})
        return found

    def values(self) -> dict[str, Any]:
        """As the operation takes them."""
        data = self.cleaned_data
        asks = {name: data[ASK + name] for name in ASKABLE if data[ASK + name]}
        own = {name: value for name, value in data.items() if not name.startswith(ASK)}
        zone = zone_of(data["zone"])
        for name in ("opens_at", "closes_at"):
            own[name] = _in(zone, own[name])
        return {**own, "asks": asks, "categories": tuple(own["categories"])}


def _in(zone: Any, typed: datetime | None) -> datetime | None:
    """What the clock shows there; the form has read it as if it were in no zone."""
    return None if typed is None else typed.replace(tzinfo=zone)


def _initial(terms: SignupTerms) -> dict[str, Any]:
    zone = zone_of(terms.zone)
    moments = {
        name: at.astimezone(zone).replace(tzinfo=None) if (at := getattr(terms, name)) else None
        for name in ("opens_at", "closes_at")
    }
    asks = {ASK + name: terms.asks.get(name, "") for name in ASKABLE}
    own = {name: getattr(terms, name) for name in TermsForm.base_fields if hasattr(terms, name)}
    lines = "\n".join(terms.categories)
    return {**own, **moments, **asks, "categories": lines, "consent": consent_of(terms)}


@form_page
def terms_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, SET_TERMS.right)
    terms = terms_of(row)
    form = TermsForm(sent_data(request), initial=_initial(terms))

    def set_terms(_typed: dict[str, Any]) -> HttpResponse:
        context = context_of(request)
        try:
            run_command(row, SET_TERMS.command_for(form.values(), context), context)
        except VersionClash:
            fault = marked(
                "Another user changed this meanwhile. Your texts below are not stored. Check theirs first."
            )
            refuse("invalid", field="", fault=fault)
        messages.success(request, gettext("The terms of registration are saved."))
        return redirect("web:signup-terms", slug=slug)

    seen = request.POST.get("version", str(terms.version))
    context = {**frame(request, row), "terms": terms, "seen": seen, "zones": zones()}
    return answer_form(request, form, set_terms, "nigiri/signup_terms.html", context)
