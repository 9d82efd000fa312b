"""The players whom an organisation knows: looked up, added, corrected, and tied to accounts that say yes."""

from typing import Any, cast
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from tournaments.access.actors import organisation_subject, person_subject
from tournaments.api.people import as_file
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.entries import RATINGS
from tournaments.organisations.invitations import (
    Invite,
    disconnect_account,
    invite,
    pending_invitations,
    revoke_all,
)
from tournaments.persons.lists.similar import find_by_name, name_key
from tournaments.persons.players import SetPrivacy, add_player, change_player, set_privacy
from tournaments.reading.careers import career_body, is_public, rating_curve
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow
from tournaments.web.base import allow, allowed, context_of, form_action, form_page, read_page
from tournaments.web.forms import answer_form, line_field, sent_data
from tournaments.web.organisations.invitations import shown
from tournaments.web.overview.pictures import ratings_picture
from tournaments.web.people.entry import PersonForm
from tournaments.web.people.importing import organisation_for
from tournaments.web.settings.form import PlayerRankField

A_PAGE = 100


class PlayerForm(PersonForm):
    """What is known of a player. Entries keep the rank and club that they were made with."""

    field_order = (
        *("family_name", "given_name", "native_name", "given_first", "hidden", "rank", "rating", "country"),
        *("club", "egf_pin", "ffg_licence", "aga_id", "birth_year", "woman"),
    )
    rank = PlayerRankField(label=gettext_lazy("Rank"), help_text=gettext_lazy("Such as 12k or 3d."))
    rating = forms.IntegerField(
        label=gettext_lazy("Rating"),
        required=False,
        min_value=RATINGS.start,
        max_value=RATINGS.stop - 1,
        help_text=gettext_lazy("Leave empty to derive it from the rank."),
    )
    country = forms.RegexField(
        r"^[A-Za-z]{2}$",
        label=gettext_lazy("Country"),
        required=False,
        help_text=gettext_lazy("Two letters, such as NL."),
        error_messages={"invalid": gettext_lazy("Two letters, such as NL.")},
    )
    club = line_field(
        gettext_lazy("Club"), 12, gettext_lazy("Short form as in lists, such as Rive."), required=False
    )
    ffg_licence = forms.RegexField(r"^[A-Za-z0-9]{1,16}$", label=gettext_lazy("FFG licence"), required=False)
    aga_id = forms.RegexField(r"^[0-9]{1,16}$", label=gettext_lazy("AGA number"), required=False)

    @classmethod
    def initial_of(cls, player: Player) -> dict[str, Any]:
        return super().initial_of(player) | {"rank": player.written_rank}

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()

    def values(self) -> dict[str, Any]:
        """Columns of ``Player``."""
        data = dict(self.cleaned_data)
        data["rank"], data["grade"] = data["rank"]
        if data["rating"] is None:
            data["rating"] = rating_of(data["rank"])
        return data


class NewPlayerForm(PlayerForm):
    """The same; a name that is known is asked about once."""

    another = forms.BooleanField(
        label=gettext_lazy("Another player of the same name"), required=False, widget=forms.HiddenInput
    )

    def __init__(self, organisation: Organisation, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.organisation = organisation
        self.alike: list[Player] = []

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        name = name_key(f"{data.get('family_name', '')} {data.get('given_name', '')}")
        known = Player.objects.filter(organisation=self.organisation, erased=False)
        self.alike = [player for player in known if name_key(player.name) == name]
        if self.alike:
            self.fields["another"].widget = forms.CheckboxInput()  # asked where there is a doubt
        if self.alike and not data.get("another"):
            self.add_error("family_name", gettext("A player of this name exists. Check below who it is."))
        return data

    def values(self) -> dict[str, Any]:
        return {name: value for name, value in super().values().items() if name != "another"}


@read_page
def register_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Those whose names have the words of ``?q=``, each from its beginning; a hundred a page."""
    organisation = organisation_for(request, slug, "people.read")
    asked = request.GET.get("q", "")[:120].strip()
    known = Player.objects.filter(organisation=organisation, erased=False).select_related("user")
    found = find_by_name(known, asked)
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    context = {
        "organisation": organisation,
        "asked": asked,
        "page": page,
        "lines": [{"of": player, "rank": player.written_rank} for player in page],
        "may_write": allowed(request, "people.change", organisation_subject(organisation)),
    }
    return render(request, "nigiri/register.html", context)


@form_page
def new_player(request: HttpRequest, slug: str) -> HttpResponse:
    organisation = organisation_for(request, slug, "people.change")
    form = NewPlayerForm(organisation, sent_data(request))

    def add(_typed: dict[str, Any]) -> HttpResponse:
        player = add_player(organisation, form.values(), context_of(request))
        messages.success(request, gettext("%(player)s was added.") % {"player": player.name})
        return redirect("web:new-player", slug=slug)

    return answer_form(request, form, add, "nigiri/new_player.html", {"organisation": organisation})


@form_page
def player_page(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    organisation, player = _player_for(request, slug, player_id)
    form = PlayerForm(sent_data(request), initial=PlayerForm.initial_of(player))

    def correct(_typed: dict[str, Any]) -> HttpResponse:
        change_player(player, form.values(), context_of(request))
        messages.success(request, gettext("Saved."))
        return redirect("web:player", slug=slug, player_id=player_id)

    rows = pending_invitations(Invitation.objects.filter(player=player), timezone.now())
    entries = EntryRow.objects.filter(player_id=player.id).select_related("tournament")
    context = {
        "organisation": organisation,
        "player": Player.objects.select_related("user").get(pk=player.pk),
        "invitations": [shown(request, one) for one in rows],
        "entries": entries.order_by("-tournament__begins"),
        "may_note": allowed(request, "organisation.change", organisation_subject(organisation)),
    }
    return answer_form(request, form, correct, "nigiri/player.html", context)


def _player_for(request: HttpRequest, slug: str, player_id: UUID) -> tuple[Organisation, Player]:
    organisation = organisation_for(request, slug, "people.change")
    player = get_object_or_404(Player, organisation=organisation, pk=player_id, erased=False)
    return organisation, player


@form_action
def invite_player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    organisation, player = _player_for(request, slug, player_id)
    invite(
        Invite(made_by=cast("int", request.user.pk), organisation=organisation, player=player),
        context_of(request),
    )
    messages.success(
        request, gettext("The link is below. Give it to %(player)s only.") % {"player": player.name}
    )
    return redirect("web:player", slug=slug, player_id=player_id)


@form_action
def uninvite_player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    _, player = _player_for(request, slug, player_id)
    revoke_all(Invitation.objects.filter(player=player), timezone.now())
    messages.success(request, gettext("Link revoked. It no longer works."))
    return redirect("web:player", slug=slug, player_id=player_id)


@form_action
def note_career(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    """What a player has agreed to, or has taken back, as an owner of the organisation noted."""
    organisation_for(request, slug, "organisation.change")
    _, player = _player_for(request, slug, player_id)
    told = SetPrivacy(hidden=player.hidden, career=request.POST.get("agreed") == "yes")
    set_privacy([player], told, context_of(request))
    messages.success(request, gettext("Saved."))
    return redirect("web:player", slug=slug, player_id=player_id)


@form_action
def part_player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    _, player = _player_for(request, slug, player_id)
    disconnect_account(player)
    messages.success(
        request, gettext("No account reports for %(player)s any longer.") % {"player": player.name}
    )
    return redirect("web:player", slug=slug, player_id=player_id)


@read_page
def career_page(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    organisation = organisation_for(request, slug, "organisation.read")
    player = Player.objects.filter(organisation=organisation, pk=player_id).first()
    if player is None or not is_public(player):
        raise Http404
    career = career_body(player)
    picture = ratings_picture(rating_curve(career["events"]))
    context = {"organisation": organisation, "player": player, "career": career, "picture": picture}
    return render(request, "nigiri/career.html", context)


@read_page
def copy_of_player(request: HttpRequest, slug: str, player_id: UUID) -> HttpResponse:
    player = get_object_or_404(Player, organisation__slug=slug, pk=player_id)
    subject = person_subject(player)
    allow(request, "person.copy", subject, seen=allowed(request, "people.read", subject))
    return cast("HttpResponse", as_file(player))
