"""Results: the desk's word, and a player's on a game of their own."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_POST

from games.log.store import VersionClash
from games.receipts.codes import last_code
from games.refusals import Refusal
from games.rest.operations import Operation
from tournaments.access.actors import accounts
from tournaments.competition.history import Winner
from tournaments.operations.results import CLEAR_RESULT, CONFIRM_RESULT, RECORD_RESULT, REPORT_RESULT
from tournaments.reading.queries import entry_names
from tournaments.reading.schedule_bodies import went_on
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow
from tournaments.web.base import back, by_htmx, form_page, perform, why
from tournaments.web.history.receipts import with_receipt
from tournaments.web.overview.lines import game_lines
from tournaments.web.overview.reading import frame
from tournaments.web.rounds.desk import game_for


@require_POST
@form_page
def result(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """The desk's word. With htmx the row alone comes back, with the refusal if there is one."""
    row, _ = game_for(request, slug, str(game_id), RECORD_RESULT.right)
    refused = ""
    try:
        cleared = request.POST.get("result") == Winner.NOBODY_YET
        perform(request, CLEAR_RESULT if cleared else RECORD_RESULT, row, game_id=game_id)
        _say_what_follows(request, row, str(game_id))
    except (Refusal, VersionClash) as no:
        if not by_htmx(request):
            raise
        refused = why(no)
    if not by_htmx(request):
        return redirect(back(request))
    return _row(request, row, str(game_id), refused)


def _say_what_follows(request: HttpRequest, row: TournamentRow, game_id: str) -> None:
    """Of a bracket that was drawn on another result."""
    if (gone := went_on(row, game_id)) is None:
        return
    address = reverse("web:schedule", args=(row.slug,))
    told = '{} went on before this correction. Let that stand or play again: <a href="{}">the bracket</a>.'
    messages.warning(request, format_html(told, gone, address))


def _row(request: HttpRequest, row: TournamentRow, game_id: str, refused: str) -> HttpResponse:
    """The game's row of the round page. Status 200 even for a refusal: htmx shows nothing else."""
    pairing = PairingRow.objects.get(game_id=game_id)
    round_ = RoundRow.objects.filter(tournament=row, number=pairing.round).first()
    context = {
        **frame(request, row),
        "game": game_lines([pairing], entry_names(row), round_)[0],
        "round": round_,
        "number": pairing.round,
        "page": reverse("web:round", args=(row.slug, pairing.round)),
        "may_record": True,
        "refused": refused,
        "typed": request.POST if refused else {},
    }
    return render(request, "nigiri/_game_row.html", context)


@require_POST
@form_page
def report(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """A player's word on a game of their own."""
    return own_result(request, slug, game_id, REPORT_RESULT, "Thank you: your report is stored.")


@require_POST
@form_page
def confirm(request: HttpRequest, slug: str, game_id: UUID) -> HttpResponse:
    """A player agrees with what the other one has reported."""
    return own_result(request, slug, game_id, CONFIRM_RESULT, "Thank you: the result is confirmed.")


def own_result(
    request: HttpRequest, slug: str, game_id: UUID, operation: Operation[Any], thanks: str
) -> HttpResponse:
    """Carry out what a player says of the result; they get a receipt."""
    row, pairing = game_for(request, slug, str(game_id), operation.right)
    own = accounts(pairing)[request.user.pk or 0]
    code = last_code(perform(request, operation, row, game_id=game_id, entry_id=own))
    messages.success(request, with_receipt(thanks, code))
    return redirect(back(request))
