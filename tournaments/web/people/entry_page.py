"""One entry as it counts in this tournament: looked at, changed, withdrawn and taken back in."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.marking import marked
from games.refusals import refuse
from games.rest.operations import values_of_form
from tournaments.commands import carry_out
from tournaments.competition.facts import EntryFacts
from tournaments.competition.ratings.ranks import rating_of
from tournaments.domain.entries import ChangeEntry, RemoveEntry, first_played_round, has_been_paired
from tournaments.domain.presence import ReinstateEntry, WithdrawEntry
from tournaments.loading import load
from tournaments.reading.entries import entry_body, games_left
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow
from tournaments.web.base import back, context_of, form_action, form_page, perform, tournament_for
from tournaments.web.forms import form_of, reason
from tournaments.web.overview.reading import frame
from tournaments.web.people.naming import naming_form

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
        "played": first_played_round(load(str(row.id))[0], str(entry_id)),
        "naming": naming_form(request, row, entry),
        "paired": has_been_paired(load(str(row.id))[0], str(entry_id)),
    }
    return render(request, "nigiri/entry.html", context)


@form_action
def change(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """A field that is not sent stays; an empty rating follows from the rank."""
    row = tournament_for(request, slug, "entry.change")
    command = ChangeEntry(entry_id=str(entry_id), **_changes(_typed(request)))
    carry_out(str(row.id), command, context_of(request))
    messages.success(request, gettext("The entry is as it stands here now."))
    return redirect("web:edit-entry", slug=slug, entry_id=entry_id)


def _typed(request: HttpRequest) -> QueryDict:
    """Return the form with the country in capitals."""
    form = request.POST.copy()
    if "country" in form:
        form["country"] = str(form["country"]).upper()
    return form


def _changes(form: QueryDict) -> dict[str, Any]:
    changes = values_of_form(ChangeEntry, form)
    if "rank" in changes and "rating" not in changes:
        changes["rating"] = round(rating_of(changes["rank"]))
    return changes


@form_action
def remove(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, RemoveEntry.right)
    name = entry_names(row).get(str(entry_id))
    perform(request, RemoveEntry, row, entry_id=entry_id)
    messages.success(
        request,
        gettext("%(name)s is removed; the history of the tournament can undo it.")
        % {"name": name or gettext("The entry")},
    )
    return redirect("web:players", slug=slug)


@form_action
def take_part(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    """``plays`` is "no": withdrawn from all rounds to come; "yes": the withdrawal is taken back."""
    row = tournament_for(request, slug, "entry.change")
    plays = request.POST.get("plays")
    if plays not in ("yes", "no"):
        refuse("invalid_entry", field="plays", fault=marked("Say yes or no"))
    if plays == "yes":
        perform(request, ReinstateEntry, row, entry_id=entry_id)
    else:
        perform(request, WithdrawEntry, row, entry_id=entry_id, void=request.POST.get("void") == "yes")
    messages.success(
        request, gettext("Plays again.") if plays == "yes" else gettext("Withdrawn from all rounds to come.")
    )
    if plays == "no":
        _tell_games_left(request, row, entry_id)
    return redirect(back(request))


def _tell_games_left(request: HttpRequest, row: TournamentRow, entry_id: UUID) -> None:
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
