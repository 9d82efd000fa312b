"""One entry as it counts in this tournament, and the person behind it: changed, withdrawn, replaced."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.log.unit_of_work import Context
from games.refusals import refuse
from games.rest.operations import values_of_form
from tournaments.access.actors import organisation_subject
from tournaments.access.table import Subject
from tournaments.commands import carry_out
from tournaments.competition.facts import EntryFacts
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.entries import (
    ChangeEntry,
    RemoveEntry,
    ReplacePlayer,
    first_played_round,
    has_been_paired,
)
from tournaments.domain.presence import ReinstateEntry, WithdrawEntry
from tournaments.loading import load
from tournaments.persons.lists.similar import find_by_name, known_players
from tournaments.persons.players import add_player, change_player
from tournaments.persons.sides import replacement_fields
from tournaments.reading.entries import entry_body, games_left
from tournaments.reading.queries import entry_names, language_of
from tournaments.tables.people import Hiding, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.base import (
    allow,
    allowed,
    context_of,
    form_action,
    form_page,
    read_page,
    tournament_for,
    wants_part,
)
from tournaments.web.commands import CommandPage
from tournaments.web.forms import PlainForm, answer_form, form_of, line_field, reason, sent_data, text, tick
from tournaments.web.overview.reading import frame
from tournaments.web.people.check_in import cells_of, points_of_absence
from tournaments.web.refused import data_of
from tournaments.web.settings.form import PlayerRankField

GIVEN_FIRST = "given"
ORDERS = (("", _("family name first, as in lists")), (GIVEN_FIRST, _("given name first")))


KNOWN = (("", _("not known")), ("yes", _("yes")), ("no", _("no")))
ANSWERS = {"yes": True, "no": False, "": None}


class PersonForm(PlainForm):
    """A person: their name, how it is shown, and facts for prizes."""

    family_name = line_field(_("Family name"), 60)
    given_name = line_field(_("Given name"), 60, required=False)
    native_name = line_field(
        _("Name in another script"), 60, _("Shown beside the name, such as 井山裕太."), required=False
    )
    given_first = forms.ChoiceField(label=_("Order of names"), required=False, choices=ORDERS)
    hidden = forms.ChoiceField(
        label=_("Shown to the public"),
        required=False,
        choices=Hiding.choices,
        help_text=_("Officers of the tournament always see the name."),
    )
    egf_pin = forms.RegexField(
        r"^[0-9]{1,16}$", label=_("EGF PIN"), required=False, error_messages={"invalid": _("Digits only.")}
    )
    birth_year = forms.IntegerField(
        label=_("Born in"),
        required=False,
        min_value=1900,
        max_value=2100,
        help_text=_("Year of birth, for youth prizes."),
    )
    woman = forms.TypedChoiceField(
        label=_("Woman"),
        required=False,
        choices=KNOWN,
        coerce=ANSWERS.__getitem__,
        empty_value=None,
        help_text=_("For women's prizes."),
    )

    @classmethod
    def initial_of(cls, player: Player) -> dict[str, Any]:
        """Return what is known of a player, as the form writes it."""
        woman = next(word for word, answer in ANSWERS.items() if answer is player.woman)
        known = {name: getattr(player, name) for name in cls.base_fields}
        return known | {"given_first": GIVEN_FIRST * player.given_first, "woman": woman}

    def clean_given_first(self) -> bool:
        return bool(self.cleaned_data["given_first"] == GIVEN_FIRST)

    def values(self) -> dict[str, Any]:
        """Return columns of ``Player``, of the fields that were sent."""
        return {name: value for name, value in self.cleaned_data.items() if name in self.data}


def organisation_of(row: TournamentRow) -> Subject:
    return organisation_subject(Organisation.objects.get(pk=row.organisation_id))


def naming_form(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> PersonForm | None:
    """The form of the person, as it was sent where it was refused; None for who may not correct it."""
    if (player := person_to_name(request, row, entry)) is None:
        return None
    sent = data_of(request, reverse("web:name-player", args=(row.slug, entry.id)))
    return PersonForm(sent or None, initial=PersonForm.initial_of(player))


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


EntryForm = form_of(EntryFacts, reason=reason(size=30))


@read_page
def edit_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    return show_entry(request, tournament_for(request, slug, "entry.change"), entry_id)


def show_entry(request: HttpRequest, row: TournamentRow, entry_id: UUID) -> HttpResponse:
    """The entry as it is, and the forms that change it."""
    entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
    body = entry_body(entry, entry_names(row))
    state, _ = load(str(row.id))
    needs_reason = PairingRow.objects.filter(tournament=row).exists()
    context: dict[str, Any] = {
        **frame(request, row),
        "entry": entry,
        "name": body["name"],
        "games_left": games_left([entry], officer=True),
        "counts": EntryForm(
            request,
            reverse("web:change-entry", args=(row.slug, entry.id)),
            {**body, "final": str(entry.final).lower()},
            required=["rank", "reason"] if needs_reason else ["rank"],
        ),
        "needs_reason": needs_reason,
        "played": first_played_round(state, str(entry_id)),
        "naming": naming_form(request, row, entry),
        "paired": has_been_paired(state, str(entry_id)),
        "cells": cells_of(state)(entry_id),
        **points_of_absence(state),
    }
    return render(request, "nigiri/entry.html", context)


class ChangePage(CommandPage):
    """Change an entry. A field that is not sent stays; an empty rating follows from the rank."""

    command = ChangeEntry
    to = "web:edit-entry"
    to_parts = ("slug", "entry_id")
    message = gettext_noop("The entry is saved.")

    def arguments(self, address: Mapping[str, Any]) -> dict[str, Any]:
        typed = values_of_form(ChangeEntry, self.request.POST)
        follows = "rank" in typed and "rating" not in typed
        rating = {"rating": round(rating_of(typed["rank"]))} if follows else {}
        return super().arguments(address) | rating


change = ChangePage.as_view()


class RemovePage(CommandPage):
    """Remove an entry."""

    command = RemoveEntry
    to = "web:players"
    message = gettext_noop("%(name)s was removed. You can undo this on the History page.")

    def facts(self, row: TournamentRow, address: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"name": entry_names(row).get(str(address["entry_id"])) or gettext("The entry")}


remove = RemovePage.as_view()


class WithdrawPage(CommandPage):
    """Withdraw an entry. That undoes no game."""

    command = WithdrawEntry
    message = gettext_noop("Withdrawn from all remaining rounds.")

    def warn(self, row: TournamentRow, command: Any) -> None:
        for game in games_left([EntryRow.objects.get(pk=command.entry_id)], officer=True):
            _warn_of_game(self.request, row, game)


withdraw = WithdrawPage.as_view()
reinstate = CommandPage.as_view(command=ReinstateEntry, message=gettext_noop("Plays again."))


def _warn_of_game(request: HttpRequest, row: TournamentRow, game: Mapping[str, Any]) -> None:
    warning = (
        gettext(
            'Still has a game in round {}, at <a href="{}">table {}</a>, which is published: '
            "undo it there, or record that it is lost by default."
        )
        if game["published"]
        else gettext(
            'Still has a game in round {}, at <a href="{}">table {}</a>: '
            "undo it there, or record that it is lost by default."
        )
    )
    address = f"{reverse('web:round', args=(row.slug, game['round']))}#g{game['game']}"
    messages.warning(request, format_html(warning, game["round"], address, game["table"]))


MOST_SHOWN = 30


class ReplacementForm(PlainForm):
    """A player whom the organisation knows, or a new one."""

    player = forms.ModelChoiceField(Player.objects.none(), required=False)
    family_name = line_field(_("Family name"), 60, required=False)
    given_name = line_field(_("Given name"), 60, required=False)
    rank = PlayerRankField(label=_("Rank"), required=False)
    club = line_field(_("Club"), 12, required=False)
    country = text(_("Country"), 2, size=3)
    new = tick(_("None of the known players of that name"))
    reason = reason(size=30)

    def __init__(self, row: TournamentRow, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.organisation = Organisation.objects.get(pk=row.organisation_id)
        self.fields["player"].queryset = Player.objects.filter(  # type: ignore[attr-defined]
            organisation=self.organisation, erased=False
        )

    @property
    def new_player_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in ("family_name", "given_name", "rank", "club", "country", "new")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        name = f"{data.get('family_name', '')} {data.get('given_name', '')}".strip()
        if self.errors or data["player"]:
            return data
        if not data["family_name"]:
            self.add_error("family_name", gettext("Choose a player, or enter their name."))
        elif data["rank"] is None:
            self.add_error("rank", gettext("A rank from 30k to 9d, such as 20k or 3d."))
        elif known_players(self.organisation).alike(name, {}) and not data["new"]:
            self.add_error("family_name", gettext("Choose in the list who it is."))
        return data

    def chosen_or_new_player(self, context: Context) -> Player:
        """Return the known player who is chosen, or add the one who is typed in."""
        data = self.cleaned_data
        if data["player"]:
            known: Player = data["player"]
            return known
        facts = {name: data[name] for name in ("family_name", "given_name", "club")}
        rank, grade = data["rank"]
        strength = {"rank": rank, "grade": grade, "rating": round(rating_of(rank))}
        return add_player(
            self.organisation, {**facts, **strength, "country": data["country"].upper()}, context
        )


@form_page
def replace_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, ReplacePlayer.right)
    entry = get_object_or_404(EntryRow, tournament=row, pk=entry_id)
    name = str(entry_names(row)[str(entry.id)])
    form = ReplacementForm(row, sent_data(request))

    def replace(typed: dict[str, Any]) -> HttpResponse:
        context = context_of(request)
        with transaction.atomic():
            player = form.chosen_or_new_player(context)
            values = replacement_fields(row, {"player_id": str(player.id), "reason": typed["reason"]})
            carry_out(str(row.id), ReplacePlayer(entry_id=str(entry.id), **values), context)
        messages.success(request, gettext("{} plays in the place of {}.").format(player.name, name))
        return redirect("web:edit-entry", slug=slug, entry_id=entry_id)

    if has_been_paired(load(str(row.id))[0], str(entry.id)):
        form.fields["reason"].widget.attrs["required"] = True
    asked = request.GET.get("q", "")[:120].strip()
    context = {
        **frame(request, row),
        "entry": entry,
        "name": name,
        "asked": asked,
        "known": _find_known_players(row, asked),
    }
    page = "nigiri/_replace_known.html" if wants_part(request) else "nigiri/replace.html"
    return answer_form(request, form, replace, page, context)


def _find_known_players(row: TournamentRow, asked: str) -> list[dict[str, Any]]:
    """Whom the organisation knows and who does not play yet, whose names begin so."""
    entered = set(EntryRow.objects.filter(tournament=row).values_list("player_id", flat=True))
    own = Player.objects.filter(organisation=row.organisation_id, erased=False).exclude(pk__in=entered)
    found = find_by_name(own, asked, language_of(row))
    return [{"of": player, "rank": player.written_rank} for player in found[:MOST_SHOWN]]
