"""The name of a player, corrected from the page of an entry."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from games.refusals import refuse
from tournaments.access.actors import organisation_subject
from tournaments.access.table import Subject
from tournaments.operations.entries import CHANGE_ENTRY
from tournaments.people.commands import change_player
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.web.base import allow, allowed, form_page, tournament_for
from tournaments.web.plain_forms import PlainForm, line_field


class NameForm(PlainForm):
    family_name = line_field("Family name", 60)
    given_name = line_field("Given name", 60, required=False)


def organisation_of(row: TournamentRow) -> Subject:
    return organisation_subject(Organisation.objects.get(pk=row.organisation_id))


def person_to_name(request: HttpRequest, row: TournamentRow, entry: EntryRow) -> Player | None:
    """Whose name may be corrected here: one who plays alone, by whoever keeps the register."""
    if entry.partner_id or not allowed(request, "people.change", organisation_of(row)):
        return None
    return Player.objects.filter(pk=entry.player_id, erased=False).first()


@require_POST
@form_page
def name_player(request: HttpRequest, slug: str, entry_id: UUID) -> HttpResponse:
    row = tournament_for(request, slug, CHANGE_ENTRY.right)
    allow(request, "people.change", organisation_of(row))
    entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
    player = person_to_name(request, row, entry) if entry else None
    if player is None:
        raise Http404
    form = NameForm(request.POST)
    if not form.is_valid():
        field, faults = next(iter(form.errors.items()))
        refuse("invalid", field=field, fault=f"{form.fields[field].label}: {faults[0]}")
    named = change_player(player, form.cleaned_data)
    messages.success(request, gettext("The name is {} now.").format(named.name))
    return redirect("web:edit-entry", slug=slug, entry_id=entry_id)
