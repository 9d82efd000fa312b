"""A tournament is copied, put into the archive, deleted."""

from dataclasses import fields, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games.log.serialisation import decode
from games.refusals import Refusal
from tournaments.access.table import Subject
from tournaments.api.settings import CREATE_TOURNAMENT
from tournaments.commands import create
from tournaments.competition.settings import Settings
from tournaments.domain.tournament import Archive, DeleteTournament, Restore
from tournaments.loading import load
from tournaments.reading.queries import settings_of
from tournaments.state.tournament import Details
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import (
    allow,
    context_of,
    form_page,
    perform,
    seen_tournament,
    tournament_for,
)
from tournaments.web.commands import CommandPage
from tournaments.web.forms import WithSlug, answer_form, day, line_field, sent_data
from tournaments.web.overview.reading import frame
from tournaments.web.refusal_words import why


class CloneForm(WithSlug):
    field_order = ("name", "slug", "place", "begins", "ends")
    name = line_field(gettext_lazy("Name"), 200)
    place = line_field(gettext_lazy("Place"), 200, required=False)
    begins = day(gettext_lazy("First day"))
    ends = day(gettext_lazy("Last day"))


@form_page
def clone_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Copy a readable tournament, without its entries. Needs the right to create one in its organisation."""
    row = seen_tournament(request, slug)
    allow(request, CREATE_TOURNAMENT.right, Subject(organisation_id=str(row.organisation_id)))
    form = CloneForm(sent_data(request), initial={"name": row.name, "place": row.place})
    clone = partial(_create, request, row)
    return answer_form(request, form, clone, "nigiri/clone.html", frame(request, row))


def _create(request: HttpRequest, row: TournamentRow, typed: dict[str, Any]) -> HttpResponse:
    context = replace(context_of(request), expected=None)
    named = {field.name: typed[field.name] for field in fields(Details) if field.name in typed}
    values = {
        "organisation_id": str(row.organisation_id),
        "slug": typed["slug"],
        "details": replace(decode(Details, row.poster), **named),
        "ruleset": row.ruleset,
        "settings": _without_dates(settings_of(row)),
    }
    create(CREATE_TOURNAMENT.command_for(values, context), context)
    messages.success(
        request,
        gettext("%(typed)s has been created with the settings of %(name)s.")
        % {"typed": typed["name"], "name": row.name},
    )
    return redirect("web:desk", slug=typed["slug"])


def _without_dates(settings: Settings) -> Settings:
    """Rounds of a league have other dates next time."""
    return replace(settings, schedule=replace(settings.schedule, dates=()))


archive = CommandPage.as_view(command=Archive, message=gettext_noop("%(name)s has been archived."))
restore = CommandPage.as_view(
    command=Restore, message=gettext_noop("%(name)s has been taken out of the archive.")
)


@form_page
def ending_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the actions on a tournament as a whole; deletion asks for confirmation here."""
    row = tournament_for(request, slug, DeleteTournament.right)
    if request.method == "POST":
        try:
            perform(request, DeleteTournament, row)
        except Refusal as no:
            messages.error(request, why(no))
            return redirect("web:ending", slug=slug)
        messages.success(request, gettext("%(name)s has been deleted.") % {"name": row.name})
        return redirect("web:organisation", slug=Organisation.objects.get(pk=row.organisation_id).slug)
    context = {**frame(request, row), "deletable": not load(str(row.id))[0].ever_shown}
    return render(request, "nigiri/ending.html", context)
