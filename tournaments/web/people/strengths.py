"""Ratings of the registered from a federation's list: what would change, then those that are chosen."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from games.rest.operations import values_of_form
from tournaments.commands import carry_out
from tournaments.competition.ranks import format_rank
from tournaments.domain.bulk_entries import SetStrengths
from tournaments.formats.player_lists import ListKind
from tournaments.persons.lists.rating_updates import ListedStrengths, chosen_strengths, rating_updates
from tournaments.persons.lists.rows import PlayerList
from tournaments.reading.queries import entry_names
from tournaments.tables.people import Organisation
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import context_of, form_page, reason_in, tournament_for
from tournaments.web.overview.reading import frame
from tournaments.web.refused import data_of


@require_http_methods(["GET", "HEAD", "POST"])
@form_page
def strengths_page(request: HttpRequest, slug: str) -> HttpResponse:
    row = tournament_for(request, slug, SetStrengths.right)
    if request.method == "POST":
        done = _apply(request, row)
        said = ngettext("{} rating is up to date.", "{} ratings are up to date.", done).format(done)
        messages.success(request, said)
        return redirect("web:players", slug=slug)
    return render(request, "nigiri/strengths.html", _context(request, row))


def _apply(request: HttpRequest, row: TournamentRow) -> int:
    values, context = values_of_form(ListedStrengths, request.POST), context_of(request)
    told = chosen_strengths(row, values["list"], values["seen"], values["entries"], ranks=values["ranks"])
    reason = reason_in(request) or gettext("Ratings of the list {}.").format(values["list"].upper())
    carry_out(str(row.id), SetStrengths(strengths=told, reason=reason), context)
    return len(told)


def _context(request: HttpRequest, row: TournamentRow) -> dict[str, Any]:
    lists = PlayerList.objects.filter(organisation_id=row.organisation_id).order_by("kind")
    kinds = [listing.kind for listing in lists]
    asked = request.GET.get("list") or (kinds[0] if kinds else "")
    context = {
        **frame(request, row),
        "lists": lists,
        "asked": asked,
        "house": Organisation.objects.get(pk=row.organisation_id),
    }
    if asked not in kinds:
        return context
    names, found = entry_names(row), rating_updates(row, ListKind(asked))
    sent = data_of(request, request.path) if found.lines else QueryDict()
    lines = [
        {
            "entry": one.entry,
            "name": str(names[str(one.entry.id)]),
            "rank": format_rank(one.entry.rank),
            "listed_rank": format_rank(one.rank),
            "listed_rating": one.rating,
            "ticked": not sent or str(one.entry.id) in sent.getlist("entries"),
        }
        for one in found.lines
    ]
    unknown = [str(names[str(entry.id)]) for entry in found.unknown]
    paired = PairingRow.objects.filter(tournament=row).exists()
    found_in_list = {"found": found, "changes": lines, "unknown": unknown}
    return {**context, **found_in_list, "paired": paired, "typed": sent}
