"""The person behind an entry: name, PIN and facts for prizes, corrected from the page of the entry."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from games.refusals import refuse
from tournaments.access.actors import organisation_subject
from tournaments.access.table import Subject
from tournaments.domain.entries import ChangeEntry
from tournaments.persons.players import change_player
from tournaments.tables.people import Hiding, Organisation, Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import allow, allowed, context_of, form_action, tournament_for
from tournaments.web.forms import PlainForm, line_field
from tournaments.web.refused import data_of

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


KNOWN = (("", _("not known")), ("yes", _("yes")), ("no", _("no")))
ANSWERS = {"yes": True, "no": False, "": None}


def pin_field() -> forms.RegexField:
    return forms.RegexField(
        r"^[0-9]{1,16}$", label=_("EGF PIN"), required=False, error_messages={"invalid": _("Digits only.")}
    )


def birth_year_field() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Born in"),
        required=False,
        min_value=1900,
        max_value=2100,
        help_text=_("Year of birth, for youth prizes."),
    )


def woman_field() -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=_("Woman"),
        required=False,
        choices=KNOWN,
        coerce=ANSWERS.__getitem__,
        empty_value=None,
        help_text=_("For women's prizes."),
    )


def woman_as_typed(player: Player) -> str:
    return next(word for word, answer in ANSWERS.items() if answer is player.woman)


class PersonForm(PlainForm):
    family_name = line_field(gettext_lazy("Family name"), 60)
    given_name = line_field(gettext_lazy("Given name"), 60, required=False)
    native_name = native_name_field()
    given_first = name_order_field()
    hidden = hidden_field()
    egf_pin = pin_field()
    birth_year = birth_year_field()
    woman = woman_field()

    def values(self) -> dict[str, Any]:
        """Columns of ``Player``, of the fields that were sent."""
        told = {name: value for name, value in self.cleaned_data.items() if name in self.data}
        return told | ({"given_first": told["given_first"] == GIVEN_FIRST} if "given_first" in told else {})


def organisation_of(row: TournamentRow) -> Subject:
    return organisation_subject(Organisation.objects.get(pk=row.organisation_id))


def naming_form(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> PersonForm | None:
    """The form of the person, as it was sent where it was refused; None for who may not correct it."""
    if (player := person_to_name(request, row, entry)) is None:
        return None
    sent = data_of(request, reverse("web:name-player", args=(row.slug, entry.id)))
    initial = model_to_dict(player, PersonForm.base_fields)
    initial |= {"given_first": GIVEN_FIRST * player.given_first, "woman": woman_as_typed(player)}
    return PersonForm(sent or None, initial=initial)


def person_to_name(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> Player | None:
    """The person who may be corrected here: one who plays alone, by the keeper of the register."""
    if entry.partner_id or not allowed(request, "people.change", organisation_of(row)):
        return None
    return Player.objects.filter(pk=entry.player_id, erased=False).first()


@form_action
def name_player(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, ChangeEntry.right)
    allow(request, "people.change", organisation_of(row))
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    player = person_to_name(request, row, entry) if entry else None
    if player is None:
        raise Http404
    form = PersonForm(request.POST)
    if not form.is_valid():
        field, faults = next(iter(form.errors.items()))
        refuse("invalid", field=field, fault=f"{form.fields[field].label}: {faults[0]}")
    named = change_player(player, form.values(), context_of(request))
    messages.success(request, gettext("{} is saved.").format(named.name))
    return redirect("web:edit-entry", slug=slug, entry_id=entry_id)
