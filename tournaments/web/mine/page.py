"""My game: where to sit, against whom, and what to say of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.refusals import Refusal
from tournaments.access.holders import entry_of
from tournaments.reading.queries import entry_names
from tournaments.tables.rows import EntryRow
from tournaments.web.base import form_page
from tournaments.web.mine.cookie import holder_of, links_of
from tournaments.web.mine.opening import closed


@require_safe
@form_page
def my_page(request: HttpRequest) -> HttpResponse:
    links, own = links_of(request), entry_of(request.user)
    if not own and (meant := links.acts_for(request.user)):
        try:
            holder_of(links, meant)
        except Refusal as no:
            return closed(request, no)
    rows = EntryRow.objects.select_related("tournament").filter(pk__in=links.held)
    held: list[dict[str, Any]] = [
        {"entry": row, "name": str(entry_names(row.tournament)[row.id]), "now": row.id == own} for row in rows
    ]
    return render(request, "nigiri/my.html", {"held": held, "own": own})
