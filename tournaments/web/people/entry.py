"""One entry as it counts in this tournament: changed, withdrawn, replaced by another player."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from games.rest.operations import values_of_form
from tournaments.commands import carry_out
from tournaments.competition.facts import EntryFacts
from tournaments.competition.ranks import format_rank, parse_rank
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.base import Command
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
from tournaments.persons.players import add_player
from tournaments.persons.sides import replacement_fields
from tournaments.reading.entries import entry_body, games_left
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.base import context_of, form_page, reason_in, tournament_for
from tournaments.web.commands import CommandPage
from tournaments.web.forms import form_of, reason
from tournaments.web.overview.reading import frame
from tournaments.web.people.names import naming_form
from tournaments.web.people.participation import cells_of, points_of_absence

EntryForm = form_of(EntryFacts, reason=reason(size=30))


@require_safe
@form_page
def edit_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    return show_entry(request, tournament_for(request, slug, "entry.change"), entry_id)


def show_entry(request: HttpRequest, row: TournamentRow, entry_id: UUID) -> HttpResponse:
    """The entry as it is, and the forms that change it."""
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
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
        "points_absent": points_of_absence(state),
    }
    return render(request, "nigiri/entry.html", context)


class ChangePage(CommandPage):
    """Change an entry. A field that is not sent stays; an empty rating follows from the rank."""

    command = ChangeEntry
    to = "web:edit-entry"
    to_parts = ("slug", "entry_id")
    message = gettext_noop("The entry is as it stands here now.")

    def form(self) -> QueryDict:
        form = self.request.POST.copy()
        if "country" in form:
            form["country"] = str(form["country"]).upper()
        return form

    def known(self, address: Mapping[str, Any]) -> dict[str, Any]:
        typed = values_of_form(ChangeEntry, self.form())
        follows = "rank" in typed and "rating" not in typed
        rating = {"rating": round(rating_of(typed["rank"]))} if follows else {}
        return super().known(address) | rating


change = ChangePage.as_view()


class RemovePage(CommandPage):
    """Remove an entry."""

    command = RemoveEntry
    to = "web:players"
    message = gettext_noop("%(name)s is removed; the history of the tournament can undo it.")

    def facts(self, row: TournamentRow, address: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"name": entry_names(row).get(str(address["entry_id"])) or gettext("The entry")}


remove = RemovePage.as_view()


class TakePartPage(CommandPage):
    """Withdraw an entry, where ``plays`` is "no"; reinstate it, where it is "yes"."""

    command = WithdrawEntry

    def command_for(self, row: TournamentRow) -> type[Command]:
        plays = self.request.POST.get("plays")
        if plays not in ("yes", "no"):
            refuse("invalid_entry", field="plays", fault=marked("Say yes or no"))
        return ReinstateEntry if plays == "yes" else WithdrawEntry

    def message_for(self, command: Command, stored: list[StoredEvent], facts: Mapping[str, Any]) -> str:
        withdrawn = isinstance(command, WithdrawEntry)
        return gettext("Withdrawn from all rounds to come.") if withdrawn else gettext("Plays again.")

    def warn(self, row: TournamentRow, command: Any) -> None:
        if isinstance(command, WithdrawEntry):
            _tell_games_left(self.request, row, command.entry_id)


take_part = TakePartPage.as_view()


def _tell_games_left(request: HttpRequest, row: TournamentRow, entry_id: str) -> None:
    """Withdrawing undoes no game."""
    for game in games_left([EntryRow.objects.get(pk=entry_id)], officer=True):
        told = (
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
        messages.warning(request, format_html(told, game["round"], address, game["table"]))


MOST_SHOWN = 30
TYPED = ("family_name", "given_name", "rank", "club", "country")


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def replace_page(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, ReplacePlayer.right)
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    if entry is None:
        raise Http404
    name = str(entry_names(row)[str(entry.id)])
    if request.method == "POST":
        player = _replace(request, row, entry)
        messages.success(request, gettext("{} plays in the place of {}.").format(player.name, name))
        return redirect("web:edit-entry", slug=slug, entry_id=entry_id)
    return render(request, "nigiri/replace.html", _context(request, row, entry, name))


def _context(request: HttpRequest, row: TournamentRow, entry: EntryRow, name: str) -> dict[str, Any]:
    asked = request.GET.get("q", "")[:120].strip()
    return {
        **frame(request, row),
        "entry": entry,
        "name": name,
        "asked": asked,
        "known": _known(row, asked),
        "needs_reason": has_been_paired(load(str(row.id))[0], str(entry.id)),
    }


def _known(row: TournamentRow, asked: str) -> list[dict[str, Any]]:
    """Whom the organisation knows and who does not play yet, whose names begin so."""
    entered = set(EntryRow.objects.filter(tournament=row).values_list("player_id", flat=True))
    own = Player.objects.filter(organisation=row.organisation_id, erased=False).exclude(pk__in=entered)
    found = find_by_name(own.order_by("family_name", "given_name"), asked)
    return [{"of": player, "rank": format_rank(player.rank)} for player in found[:MOST_SHOWN]]


def _replace(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> Player:
    """The known player who is chosen, or who is typed in and made: both, or nothing."""
    context = context_of(request)
    with transaction.atomic():
        player = _chosen(request, row) or _new_player(request, row, context)
        values = replacement_fields(row, {"player_id": str(player.id), "reason": reason_in(request)})
        carry_out(str(row.id), ReplacePlayer(entry_id=str(entry.id), **values), context)
    return player


def _chosen(request: HttpRequest, row: TournamentRow) -> Player | None:
    said = request.POST.get("player", "")
    if not said:
        return None
    try:
        return Player.objects.get(organisation=row.organisation_id, erased=False, pk=UUID(said))
    except (ValueError, Player.DoesNotExist):
        refuse("unknown_player", player=said[:40])


def _new_player(request: HttpRequest, row: TournamentRow, context: Context) -> Player:
    """Somebody new. Refuses ``alike_players`` where the organisation knows one of that name."""
    organisation = Organisation.objects.get(pk=row.organisation_id)
    told = {field: " ".join(request.POST.get(field, "").split()) for field in TYPED}
    if not told["family_name"]:
        refuse("invalid", field="family_name", fault=gettext("Choose somebody, or write their name."))
    name = f"{told['family_name']} {told['given_name']}".strip()
    if known_players(organisation).alike(name, {}) and request.POST.get("new") != "yes":
        refuse("alike_players", players=[])
    try:
        rank = parse_rank(told["rank"])
    except ValueError as fault:
        refuse("invalid", field="rank", fault=str(fault))
    facts = {**told, "country": told["country"].upper(), "rank": rank, "rating": round(rating_of(rank))}
    return add_player(organisation, facts, context)
