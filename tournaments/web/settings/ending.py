"""Putting a tournament into the archive, and deleting one that nobody has read a round of."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from tournaments.domain.tournament import Archive, DeleteTournament, Restore
from tournaments.loading import load
from tournaments.tables.people import Organisation
from tournaments.web.base import form_action, form_page, perform, tournament_for, why
from tournaments.web.overview.reading import frame


@form_action
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, Archive.right)
    away = request.POST.get("away") == "yes"
    perform(request, Archive if away else Restore, row)
    messages.success(
        request,
        (gettext("%(name)s is in the archive.") if away else gettext("%(name)s is out of the archive."))
        % {"name": row.name},
    )
    return redirect("web:ending", slug=slug)


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def ending_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be done with a tournament as a whole; deleting is asked about here."""
    row = tournament_for(request, slug, DeleteTournament.right)
    if request.method == "POST":
        try:
            perform(request, DeleteTournament, row)
        except Refusal as no:
            messages.error(request, why(no))
            return redirect("web:ending", slug=slug)
        messages.success(request, gettext("%(name)s is deleted.") % {"name": row.name})
        return redirect("web:organisation", slug=Organisation.objects.get(pk=row.organisation_id).slug)
    context = {**frame(request, row), "deletable": not load(str(row.id))[0].ever_shown}
    return render(request, "nigiri/ending.html", context)
