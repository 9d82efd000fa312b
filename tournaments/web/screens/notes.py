"""The form for what is written on the screens: an announcement, sponsors, when the next round begins."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.log.store import VersionClash
from games.refusals import Refusal
from tournaments.access.actors import tournament_subject
from tournaments.hall import WriteNotes, notes_of, write_notes
from tournaments.tables.rows import TournamentRow
from tournaments.tables.screens import LONGEST_SPONSOR
from tournaments.web.base import allowed, context_of, form_action, tournament_for
from tournaments.web.forms import PlainForm, line_field
from tournaments.web.screens.links import links_page

RIGHT = "screens.change"
WRITTEN = "%Y-%m-%dT%H:%M"


class NotesForm(PlainForm):
    """The moment is as the clocks of the tournament's zone show it, which is the zone of the request."""

    announcement = forms.CharField(
        label=_("Announcement"), required=False, widget=forms.Textarea(attrs={"rows": 4})
    )
    sponsor = line_field(
        _("Sponsors"), LONGEST_SPONSOR, _("One line, at the foot of every screen."), required=False
    )
    begins_at = forms.DateTimeField(
        label=_("The next round begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=WRITTEN),
        input_formats=[WRITTEN, "%Y-%m-%d %H:%M"],
        error_messages={"invalid": _("A day and a time, such as 2026-11-21 18:00.")},
    )


def notes_form(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    """For the page of screens; nothing for whoever may not write."""
    if not allowed(request, RIGHT, tournament_subject(row)):
        return {}
    notes = notes_of(row)
    initial = {name: getattr(notes, name) for name in NotesForm.base_fields}
    return {"form": NotesForm(initial=initial), "seen": notes.version}


@form_action
def write(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, RIGHT)
    form = NotesForm(request.POST)
    if form.is_valid() and _written(request, row, form):
        messages.success(request, gettext("The screens follow within seconds."))
        return redirect("web:screens", slug=slug)
    return links_page(request, row, {"form": form, "seen": request.POST.get("version", "")}, status=422)


def _written(request: HttpRequest, row: TournamentRow, form: NotesForm) -> bool:
    try:
        write_notes(row, WriteNotes(**form.cleaned_data), context_of(request))
    except Refusal as no:
        form.refused(no)
        return False
    except VersionClash:
        fault = gettext("Somebody else has set this meanwhile. Yours is below, not stored: see theirs first.")
        form.add_error(None, fault)
        return False
    return True
