"""The page of all sheets, and each of them as PDF."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from tournaments.access.actors import tournament_subject
from tournaments.paper.typesetting import pdf
from tournaments.reading.readers import public_names_only
from tournaments.tables.rows import EntryRow, RoundRow, TournamentRow
from tournaments.web.addresses import absolute, is_only_here
from tournaments.web.base import allowed, form_page, officer, round_for, tournament_for
from tournaments.web.mine.opening import untold
from tournaments.web.overview.parameters import number_in
from tournaments.web.overview.reading import frame
from tournaments.web.sheets.kinds import EACH, KINDS, MOST_TABLES, Kind, tables_of
from tournaments.web.sheets.sheet import PAPERS, Asked, language_of, paper_of

MOST_PLAYERS = 1000
"""Whose sheets are made while the reader waits."""


@require_safe
@form_page
def sheets_page(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to print, for this reader."""
    row = tournament_for(request, slug, "tournament.read")
    shown = frame(request, row)
    numbers = [round_.number for round_ in shown["rounds"]]
    kinds = [(name, kind) for name, kind in KINDS.items() if _is_for(request, row, kind)]
    context = {
        **shown,
        "sheets": [_sheet_links(request, row, name, kind, numbers) for name, kind in kinds],
        "paper": paper_of(request),
        "papers": PAPERS.items(),
        "language": language_of(request),
        "languages": settings.LANGUAGES,
        "tables": tables_of(row),
        "most_tables": MOST_TABLES,
        "has_codes": any(kind.handouts for _name, kind in kinds),
        "only_here": is_only_here(absolute(request, "/")),
    }
    return render(request, "nigiri/sheets.html", context)


def _is_for(request: HttpRequest, row: TournamentRow, kind: Kind) -> bool:
    return kind.there(row) and allowed(request, kind.right, tournament_subject(row))


def _sheet_links(
    request: HttpRequest, row: TournamentRow, name: str, kind: Kind, numbers: Iterable[int]
) -> dict[str, Any]:
    """A sheet with the links to it: one for each round, for each size of slips, or one alone."""
    chosen: dict[str, str | int] = {"paper": paper_of(request), "language": language_of(request)}
    address = reverse("web:sheet", args=(row.slug, name))
    if not kind.of_round:
        links = [(_("PDF"), chosen)]
    elif name == "slips":
        links = [
            (
                _("Round %(number)s, %(each)s on a page") % {"number": n, "each": each},
                {**chosen, "round": n, "each": each},
            )
            for n in list(numbers)[-1:]
            for each in EACH
        ]
    else:
        links = [(_("Round %(number)s") % {"number": n}, {**chosen, "round": n}) for n in numbers]
    return {
        "name": name,
        "title": kind.title,
        "about": kind.about,
        "links": [(words, f"{address}?{urlencode(query)}") for words, query in links],
    }


@require_safe
@form_page
def sheet(request: HttpRequest, slug: str, printed: str) -> HttpResponse:
    """``?round=``, ``?paper=a4|letter``, ``?language=``; as many as a request can wait for."""
    made = KINDS.get(printed)
    row = tournament_for(request, slug, made.right if made else "tournament.read")
    if made is None or not made.there(row):
        raise Http404
    round_ = _round(request, row) if made.of_round else None
    if EntryRow.objects.filter(tournament=row).count() > MOST_PLAYERS:
        messages.error(
            request,
            _("Sheets are made for at most %(count)s players. Export the tournament instead.")
            % {"count": MOST_PLAYERS},
        )
        return redirect("web:sheets", slug=slug)
    asked = _options(request, row, round_)
    with override(language_of(request)), nullcontext() if made.handouts else public_names_only():
        filled = made.fill(asked)
    number = f"-{round_.number}" if round_ else ""
    response = HttpResponse(pdf(made.template, filled), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{row.slug}-{printed}{number}.pdf"'
    return untold(response)


def _options(request: HttpRequest, row: TournamentRow, round_: RoundRow | None) -> Asked:
    return Asked(
        request=request,
        row=row,
        paper=paper_of(request),
        officer=officer(request, row),
        personal=allowed(request, "people.read", tournament_subject(row)),
        round=round_,
        number=None if round_ else number_in(request, "round", row.rounds),
    )


def _round(request: HttpRequest, row: TournamentRow) -> RoundRow:
    """The one asked for, else the last that may be seen. Raises Http404 where there is none."""
    number = number_in(request, "round", row.rounds)
    if number is None:
        seen = frame(request, row)["rounds"].order_by("-number").first()
        number = seen.number if seen else 0
    if not number:
        raise Http404
    _row, round_ = round_for(request, row.slug, number, "round.read")
    if round_ is None:
        raise Http404
    return round_
