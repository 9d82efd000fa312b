"""Every format that a tournament is written in: what for, of which version, and what it would lose."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.speaking import translate
from tournaments.access.actors import tournament_subject
from tournaments.formats.exports import FORMATS, file_name
from tournaments.formats.outgoing import Outgoing
from tournaments.interchange.bundles import BUNDLES
from tournaments.interchange.exporting import outgoing
from tournaments.tables.rows import TournamentRow
from tournaments.web.base import allowed, form_page, tournament_for
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame

PURPOSES = {
    "h9": gettext_lazy("Send it to the European Go Database, which computes the EGF's ratings from it."),
    "tou": gettext_lazy("Send it to the French federation."),
    "aga": gettext_lazy("Send it to the American Go Association's raters."),
    "opengotha": gettext_lazy("Open it in OpenGotha: players, pairings, results and settings."),
    "players": gettext_lazy("Open it in a spreadsheet, or read it into another tournament here."),
    "results": gettext_lazy("Open it in a spreadsheet: a row for each game."),
    "standings": gettext_lazy("Open it in a spreadsheet, or print it: of the teams, where teams play."),
    "individuals": gettext_lazy("Open it in a spreadsheet, or print it: of the players of all teams."),
    "sgf": gettext_lazy("A record for each game that was recorded, in a folder for each round."),
    "json": gettext_lazy(
        "Everything, for another program: entries, rounds, games, standings, ratings and the log."
    ),
}


@require_safe
@form_page
def exports_page(request: HttpRequest, slug: str) -> HttpResponse:
    """As of now, or of ``?position=``, where the format can be written as of then."""
    row = tournament_for(request, slug, "export.read")
    at = number_in(request, "position", 2**63 - 1)
    if at == 0:
        raise Http404
    exported = outgoing(row, at)
    context = {
        **frame(request, row),
        "exported": exported,
        "at": at,
        "formats": [*_formats(row, exported), *_bundles(row, exported, at)],
        "numbers": range(1, row.rounds + 1),
        "may_change": allowed(request, "tournament.change", tournament_subject(row)),
    }
    return render(request, "nigiri/exports.html", context)


def _formats(row: TournamentRow, exported: Outgoing) -> list[dict[str, Any]]:
    written = {name: of.write(exported) for name, of in FORMATS.items()}
    return [
        _line(row, exported, name, of.title, of.extension, written[name].warnings)
        | {"kept_back": translate(written[name].kept_back)}
        for name, of in FORMATS.items()
    ]


def _bundles(row: TournamentRow, exported: Outgoing, at: int | None) -> list[dict[str, Any]]:
    return [
        _line(row, exported, name, of.title, of.extension, of.warnings(row, exported, None))
        for name, of in BUNDLES.items()
        if at is None or of.past
    ]


def _line(
    row: TournamentRow, exported: Outgoing, name: str, title: str, extension: str, warnings: tuple[str, ...]
) -> dict[str, Any]:
    position = f"?position={exported.position}" if name != "sgf" else ""
    return {
        "name": name,
        "title": translate(title),
        "purpose": PURPOSES.get(name, ""),
        "file": file_name(exported, extension),
        "warnings": list(map(translate, warnings)),
        "address": reverse("api:export", args=(row.slug, name)) + position,
    }
